import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { inlineDocuments } from './web/build/inline-graphql-documents.ts'
import { inlineIcons } from './web/build/icons.ts'
import { writePages } from './web/build/write-html-pages.ts'

/**
 * Groups of modules that are always loaded together, each as one file: with its imports, less those of the groups above
 * it. Otherwise the first page comes in sixty files. Other pages are split by what they share.
 */
const groups = [
  // Runs before everything else, and without it.
  { name: 'start', test: /\/web\/(app-start|client\/prefetched-queries)\.ts$/, priority: 5 },
  // Behind a rendered page, app-start.ts runs each in a task of its own.
  { name: 'react', test: /\/node_modules\/(react|react-dom|scheduler)\//, priority: 4 },
  { name: 'router', test: /\/node_modules\/react-router\//, priority: 4 },
  {
    name: 'apollo',
    test: /\/node_modules\/(@apollo|@wry|graphql|graphql-ws|optimism|rxjs|tslib|zen-observable-ts)\//,
    priority: 4,
  },
  { name: 'base', test: /\/web\/main\.tsx$/, priority: 3 },
  // The plans are here because sign-up needs them too, and would load all of the app for them.
  {
    name: 'accounts',
    test: /\/(web\/accounts\/login-page\.tsx|schema\/domain\/(tenants\/plans|accounts\/registration)\.ts)$/,
    priority: 2,
  },
  { name: 'app', test: /\/web\/(shell\/main-app|dashboard\/dashboard-page)\.tsx$/, priority: 1 },
  // Merge tags need the tokenizer at once; only the import of HTML needs the parser built on it.
  { name: 'html-tokens', test: /\/node_modules\/(parse5\/dist\/(tokenizer|common)|entities)\//, priority: 4 },
  { name: 'html-parser', test: /\/node_modules\/parse5\//, priority: 3 },
]

/**
 * Builds web/ into web/dist. Pages are served under `script-src 'self'`: nothing may be inlined in the HTML, and assets
 * stay files so that no `data:` source is needed. `#domain/*` and `#web/*` resolve through package.json "imports".
 */
export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [inlineDocuments(), inlineIcons(), react(), tailwindcss(), writePages()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    rolldownOptions: {
      output: { codeSplitting: { groups } },
      // Its package does not say so: otherwise its parser would be loaded wherever its tokenizer is.
      treeshake: { moduleSideEffects: [{ test: /\/node_modules\/parse5\//, sideEffects: false }] },
    },
  },
})
