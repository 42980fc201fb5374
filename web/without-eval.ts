/**
 * Keeps zod from trying `new Function`, which the content security policy refuses and reports. Zod shares its
 * configuration on this global, which is set here without loading it; see `jitless` in zod's documentation.
 */
const shared: { __zod_globalConfig?: { jitless?: boolean } } = globalThis
shared.__zod_globalConfig ??= {}
shared.__zod_globalConfig.jitless = true

export {}
