/** Routes describe themselves when somebody reads the description, not when the Worker starts. */
import type { createRoute } from "@hono/zod-openapi";
import type { App } from "../app.ts";

type DescribeRoute = () => ReturnType<typeof createRoute>;

const pending = new WeakMap<App, DescribeRoute[]>();

export function describeLater(app: App, ...routes: readonly DescribeRoute[]): void {
  pending.set(app, [...(pending.get(app) ?? []), ...routes]);
}

/** Puts what waits into the app's registry, in the order of the routes. */
export function describeNow(app: App): void {
  for (const describe of pending.get(app) ?? []) {
    app.openAPIRegistry.registerPath(describe());
  }
  pending.delete(app);
}
