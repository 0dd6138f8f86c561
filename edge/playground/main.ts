/** Entry of the page. */
import { Playground } from "./playground.ts";

new Playground().start();
