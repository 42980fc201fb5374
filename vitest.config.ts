import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'
import { temporaryFolder } from './tests/support/temporary-folder.ts'

/** Workers and the processes that tests start share what Node has compiled. */
process.env['NODE_COMPILE_CACHE'] ??= fileURLToPath(new URL('node_modules/.cache/compiled', import.meta.url))

process.env['TMPDIR'] = temporaryFolder()

/** graphql must resolve to one module on every import path. */
const oneGraphql = [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }]

const inThisFolder = (path: string): string => fileURLToPath(new URL(path, import.meta.url))

/** Tests of what needs a page's DOM. They are in a project of their own: a worker changes no environment between files. */
const domTests = ['web/**/*.test.tsx', '**/*.dom.test.ts']
const elsewhere = ['**/node_modules/**', 'web/dist/**', '.data/**']
/** Some tests need root: they cover a start as root. */
const isRoot = process.getuid?.() === 0
const rootOnly = '**/*.root*.test.ts'
/**
 * The mode of `npm run test:all`. It adds files that are slow or need other programs. With `everything` it also runs
 * all repetitions and surveys; `npm test` runs only their core.
 */
const ALL = 'all'
const longOnly = ['**/*.long.test.ts', '**/*.long.browser.test.ts']
/**
 * Walks through everything that exists, and attacks and failures in all their variants. Only `npm run test:all` runs them;
 * docs/build/tests.md names what proves their rules in `npm test`.
 */
const walks = [
  'api/mcp/agent-walkthrough.test.ts',
  'tests/chaos/*.test.ts',
  'tests/outside/{graphql,rest}.test.ts',
  'tests/providers/outage.test.ts',
  'tests/attacks/error-responses.test.ts',
]

declare module 'vitest' {
  interface ProvidedContext {
    /** repeat and survey everything, as `npm run test:all` does; otherwise the core that proves each rule */
    everything: boolean
  }
}

/** ms until a test counts as hung; a busy machine may be ten times slower than an idle one */
const PATIENCE = 300_000
/** patience with all repetitions, beside browsers and other processes */
const PATIENCE_WITH_ALL = 600_000
/** ms until a polled condition counts as failed; the one second that is usual passes on a busy machine */
const POLL = 60_000

/**
 * Workers of every project, so that one begins while the last files of another run. Tests wait more than they compute.
 */
const WORKERS = 4

const postgres = './tests/support/postgres-setup.ts'

/**
 * Files that share a worker share its modules, because loading the product dominates their cost. These files need their
 * own worker: they mock a module, change the screen, take down the socket shared by all pages, or measure memory use.
 */
const aloneOnNode = ['api/accounts/passwords.test.ts', 'api/contacts/spreadsheet/zip-reader.test.ts']
const aloneInJsdom = [
  'web/builder/block-drag.test.tsx',
  'web/campaigns/analytics/charts/campaign-charts.test.tsx',
  'web/client/websocket-state.test.tsx',
]

const onNode = {
  environment: 'node',
  globalSetup: postgres,
  maxWorkers: WORKERS,
  testTimeout: PATIENCE,
  hookTimeout: PATIENCE,
  expect: { poll: { timeout: POLL } },
} as const
const inJsdom = {
  environment: 'jsdom',
  setupFiles: './tests/support/no-owner-stacks.ts',
  maxWorkers: WORKERS,
  testTimeout: PATIENCE,
} as const

export default defineConfig(({ mode }) => ({
  test: {
    projects: [
      {
        test: {
          ...onNode,
          name: 'node',
          // Node loads the modules itself, as it does for the product.
          experimental: { viteModuleRunner: false, nodeLoader: false },
          execArgv: ['--import', inThisFolder('tests/support/cheap-passwords.ts')],
          include: ['{api,sandbox,schema,migrations,tests}/**/*.test.ts', '*.test.ts', 'web/**/*.test.ts'],
          exclude: [
            '**/*.browser.test.ts',
            ...domTests,
            ...aloneOnNode,
            ...(isRoot ? [] : [rootOnly]),
            ...(mode === ALL ? [] : [...longOnly, ...walks]),
            ...elsewhere,
          ],
          provide: { everything: mode === ALL },
          ...(mode === ALL && { testTimeout: PATIENCE_WITH_ALL, hookTimeout: PATIENCE_WITH_ALL }),
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
          provide: { everything: mode === ALL },
          include: domTests,
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
          exclude: [...(mode === ALL ? [] : longOnly), ...elsewhere],
          environment: 'node',
          provide: { everything: mode === ALL },
          isolate: false,
          globalSetup: [
            './tests/support/chromium-setup.ts',
            './tests/support/product-setup.ts',
            ...(mode === ALL ? ['./tests/support/firefox-setup.ts', postgres] : []),
          ],
          maxWorkers: WORKERS,
          testTimeout: mode === ALL ? 1_200_000 : 420_000,
          hookTimeout: 180_000,
          expect: { poll: { timeout: 30_000 } },
        },
      },
    ],
  },
}))
