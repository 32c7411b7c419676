import { defineConfig } from 'vitest/config'

/** The tests of the changed rules. */
export default defineConfig({
  test: { include: ['engine/{subscription,rules,messages}/**/*.test.ts'], isolate: false },
})
