import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** graphql must be one module, however it is reached. */
const oneGraphql = [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }]

/** Hundreds of sign-ups would otherwise spend most of their time on their passwords. */
const cheapPasswords = [
  { find: /^@node-rs\/argon2$/, replacement: fileURLToPath(new URL('tests/support/cheap-argon2.ts', import.meta.url)) },
]

const elsewhere = ['**/node_modules/**', 'web/dist/**', '.data/**']
/** Some tests need root: how a start as root goes on. */
const isRoot = process.getuid?.() === 0
const rootOnly = '**/*.root*.test.ts'
/**
 * What `npm run test:all` runs as: the files that take too long, or need programs of their own, for every run; and with `everything`, the
 * repetitions and surveys that `npm test` runs only the core of.
 */
const ALL = 'all'
const longOnly = '**/*.long.test.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** repeat and survey everything, as `npm run test:all` does; otherwise the core that proves each rule */
    everything: boolean
  }
}

/** ms until a test is taken to hang; a machine that is busy with other things may take ten times as long as an idle one. */
const PATIENCE = 120_000

const postgres = './tests/support/postgres-setup.ts'

/**
 * Files that share a worker have the modules of a worker in common: what most of them cost is to load the product. These need one of their
 * own: they put something in a module's place, change the screen or take down the socket that all pages of a worker share, or measure the
 * memory that is in use.
 */
const aloneOnNode = ['api/accounts/passwords.test.ts', 'api/contacts/spreadsheet/zip.test.ts']
const aloneInJsdom = [
  'web/builder/drag.test.tsx',
  'web/campaigns/analytics/campaign-analytics-page.test.tsx',
  'web/campaigns/live/campaign-watch.test.tsx',
  'web/campaigns/list/campaigns-page.test.tsx',
  'web/campaigns/analytics/charts/charts.test.tsx',
  'web/socket.test.tsx',
]

const onNode = {
  environment: 'node',
  globalSetup: postgres,
  maxWorkers: 3,
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
} as const
const inJsdom = { environment: 'jsdom', maxWorkers: 3, testTimeout: PATIENCE } as const

export default defineConfig(({ mode }) => ({
  test: {
    projects: [
      {
        resolve: { alias: [...oneGraphql, ...cheapPasswords] },
        test: {
          ...onNode,
          name: 'node',
          include: ['{api,schema,migrations,tests}/**/*.test.ts', '*.test.ts', 'web/**/*.test.ts'],
          exclude: [
            '**/*.browser.test.ts',
            ...aloneOnNode,
            ...(isRoot ? [] : [rootOnly]),
            ...(mode === ALL ? [] : [longOnly]),
            ...elsewhere,
          ],
          provide: { everything: mode === ALL },
          isolate: false,
        },
      },
      {
        resolve: { alias: oneGraphql },
        test: { ...onNode, name: 'node alone', include: aloneOnNode, exclude: elsewhere },
      },
      {
        test: {
          ...inJsdom,
          name: 'web',
          include: ['web/**/*.test.tsx'],
          exclude: [...aloneInJsdom, ...elsewhere],
          isolate: false,
        },
      },
      { test: { ...inJsdom, name: 'web alone', include: aloneInJsdom, exclude: elsewhere } },
      {
        resolve: { alias: oneGraphql },
        test: {
          name: 'browser',
          include: ['**/*.browser.test.ts'],
          exclude: elsewhere,
          environment: 'node',
          provide: { everything: mode === ALL },
          isolate: false,
          globalSetup: ['./tests/support/chromium-setup.ts', './tests/support/product-setup.ts'],
          maxWorkers: 3,
          testTimeout: 420_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
}))
