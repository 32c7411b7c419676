/** Keeps zod from compiling code in the browser, which our pages forbid. Import it before any import of zod. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
