import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

/** graphql must be one module, however it is reached. */
const oneGraphql = [{ find: /^graphql$/, replacement: fileURLToPath(import.meta.resolve('graphql')) }]

export default defineConfig({
  test: {
    projects: [
      {
        resolve: { alias: oneGraphql },
        test: {
          name: 'node',
          include: ['{api,schema,migrations}/**/*.test.ts', '*.test.ts'],
          exclude: ['**/*.browser.test.ts', '**/node_modules/**'],
          environment: 'node',
          globalSetup: [],
          testTimeout: 30_000,
          hookTimeout: 60_000,
        },
      },
    ],
  },
})
