/** zod must not try to compile code in the browser: our pages forbid it. Imported before anything that imports zod. */
Object.assign(globalThis, { __zod_globalConfig: { jitless: true } })
