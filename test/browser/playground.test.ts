/**
 * Goal: a visitor can use the page, and nothing in it can use the visitor. Method: a real Chromium
 * against the real Worker in workerd, with a small corpus in in-memory PostgreSQL. The suites share
 * both, since starting them takes longer than most tests.
 */
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import { closeVisit, openVisit, startWorld, stopWorld } from "./world.ts";
import "./key-and-search.suite.ts";
import "./scope.suite.ts";
import "./answer.suite.ts";
import "./ranking.suite.ts";
import "./hostile-text.suite.ts";
import "./accessibility.suite.ts";
import "./client.suite.ts";
import "./reference.suite.ts";

beforeAll(startWorld);
beforeEach(() => openVisit());
afterEach(closeVisit);
afterAll(stopWorld);
