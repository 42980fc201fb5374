declare global {
  // oxlint-disable-next-line no-var -- a global is declared with var
  var __zod_globalConfig: { jitless?: boolean } | undefined
}

/*
 * Keeps zod from trying `new Function`, which the content security policy refuses and reports. Zod shares its
 * configuration on this global, which is set here without loading it; see `jitless` in zod's documentation.
 */
globalThis.__zod_globalConfig ??= {}
globalThis.__zod_globalConfig.jitless = true
