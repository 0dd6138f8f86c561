/** Fields named in a running text. */
import type { ScopeField } from "../../client/create-client.ts";
import type { Strings } from "../strings/en.ts";

export const fieldNames = (fields: readonly ScopeField[], strings: Strings): string =>
  fields.map((field) => strings.fields[field].toLocaleLowerCase()).join(", ");
