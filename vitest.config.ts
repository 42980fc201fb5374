import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** graphql must be one module, however it is reached. */
const oneGraphql = [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }]

const elsewhere = ['**/node_modules/**', 'web/dist/**', '.data/**']
/** Some tests need root: how a start as root goes on. */
const isRoot = process.getuid?.() === 0
const rootOnly = '**/*.root.test.ts'

const postgres = './api/testing/postgres-setup.ts'

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: oneGraphql },
        test: {
          name: 'node',
          include: ['{api,schema,migrations}/**/*.test.ts', '*.test.ts', 'web/**/*.test.ts'],
          exclude: ['**/*.browser.test.ts', ...(isRoot ? [] : [rootOnly]), ...elsewhere],
          environment: 'node',
          globalSetup: [postgres],
          maxWorkers: 3,
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
      {
        test: {
          name: 'web',
          include: ['web/**/*.test.tsx'],
          exclude: elsewhere,
          environment: 'jsdom',
          maxWorkers: 3,
          testTimeout: 15_000,
        },
      },
      {
        resolve: { alias: oneGraphql },
        test: {
          name: 'browser',
          include: ['**/*.browser.test.ts'],
          exclude: elsewhere,
          environment: 'node',
          globalSetup: ['./api/testing/chromium-setup.ts'],
          maxWorkers: 2,
          // After the others: what a browser shows takes both cores, though it waits for the product much of the time.
          sequence: { groupOrder: 1 },
          testTimeout: 420_000,
          hookTimeout: 180_000,
        },
      },
    ],
  },
})
