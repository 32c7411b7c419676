import { defineConfig } from 'vitest/config'
import { patienceMs, testPatienceMs } from '#tests/browser/patience.ts'
import { memoryFolder } from '#tests/memory-folder.ts'
import { hasPostgres15 } from '#tests/postgres-15.ts'

const inMemory = memoryFolder()
// Inherited by test workers and the programs they start.
if (inMemory) process.env.TMPDIR ??= inMemory

const databaseTests = '**/*.db.test.ts'
const browserTests = 'tests/browser/**/*.test.ts'
/**
 * The tests that show that our SQL runs on PostgreSQL 15: migrations, roles, row-level security, search, the pipeline's
 * statements, partitions, and the counters that triggers maintain.
 */
const oldestToo = [
  'platform/server/database/{migrate,rights,tenants,tenant-tables}.db.test.ts',
  'features/matching/server/{tests/path,upkeep}.db.test.ts',
  'features/leads/server/tests/counters.db.test.ts',
  'features/matching/server/tests/tenants-of-arrivals.db.test.ts',
  'features/search/server/post-search.db.test.ts',
]
// A third worker uses the time in which the others wait for the database or a program. Pages keep two busy.
const beforePages = { maxWorkers: 3, sequence: { groupOrder: 0 } }
const excluded = ['**/node_modules/**', 'dist/**', 'data/**']

export default defineConfig({
  test: {
    reporters: ['default', './tests/summary-reporter.ts'],
    projects: [
      {
        test: {
          name: 'unit',
          ...beforePages,
          include: ['**/*.test.{ts,tsx}'],
          exclude: [...excluded, databaseTests, browserTests],
          // Unit tests share only modules, and loading those for each file takes longer than most of its tests.
          isolate: false,
          // Some tests go through many cases, and the machine may be busy.
          testTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'database',
          ...beforePages,
          include: [databaseTests],
          exclude: excluded,
          globalSetup: 'tests/database-setup.ts',
          // Each file has its own database; modules keep state only by database, secret or user.
          isolate: false,
          testTimeout: 60_000,
          hookTimeout: 60_000,
        },
      },
      ...(hasPostgres15
        ? [
            {
              test: {
                name: 'postgres-15',
                ...beforePages,
                include: oldestToo,
                exclude: excluded,
                globalSetup: 'tests/postgres-15-setup.ts',
                isolate: false,
                testTimeout: 60_000,
                hookTimeout: 60_000,
              },
            },
          ]
        : []),
      {
        test: {
          name: 'browser',
          maxWorkers: 2,
          sequence: { groupOrder: 1 },
          include: [browserTests],
          exclude: excluded,
          globalSetup: 'tests/browser-setup.ts',
          setupFiles: 'tests/browser/set-up.ts',
          // The files of a worker share modules, Chromium and the server; each has its own users and projects.
          isolate: false,
          // Twice the usual interval, since each look makes the page compute its styles.
          expect: { poll: { timeout: patienceMs, interval: 100 } },
          // On a busy machine a wait may run out. The summary lists each test that passed only at its second try.
          retry: 1,
          testTimeout: testPatienceMs,
          hookTimeout: testPatienceMs,
        },
      },
    ],
  },
})
