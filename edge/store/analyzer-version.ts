/**
 * Version of the text-search configurations of migrations/0002: a model trained under another one is
 * refused. Rises with every migration that changes how text becomes lexemes.
 */
export const ANALYZER_VERSION = "1";
