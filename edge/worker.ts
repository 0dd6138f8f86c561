/** Entry of the Worker: bindings in, app out. No logic. */
import { createApp } from "./app.ts";
import { dependenciesOf, type Env } from "./env.ts";

const app = createApp<Env>((env, context) => dependenciesOf(env, context));

export default {
  fetch: (request, env, context) => app.fetch(request, env, context),
} satisfies ExportedHandler<Env>;
