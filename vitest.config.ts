import { defineConfig } from 'vitest/config'

const databaseTests = '**/*.db.test.ts'
const browserTests = 'tests/browser/**/*.test.ts'
const excluded = ['**/node_modules/**', 'web/dist/**', 'data/**']

export default defineConfig({
  test: {
    maxWorkers: 2,
    reporters: ['default', './tests/summary-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...excluded, databaseTests, browserTests],
        },
      },
      {
        test: {
          name: 'database',
          include: [databaseTests],
          exclude: excluded,
          globalSetup: 'tests/database-setup.ts',
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'browser',
          include: [browserTests],
          exclude: excluded,
          testTimeout: 120_000,
          hookTimeout: 120_000,
        },
      },
    ],
  },
})
