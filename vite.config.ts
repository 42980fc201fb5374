import tailwindcss from '@tailwindcss/vite'
import react from '@vitejs/plugin-react'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vite'
import { inlineDocuments } from './web/build/documents.ts'
import { listPreloads } from './web/build/preloads.ts'

/**
 * Builds web/ into web/dist. Pages are served under `script-src 'self'`: nothing may be inlined in the HTML, and assets
 * stay files so that no `data:` source is needed. `#domain/*` and `#web/*` resolve through package.json "imports".
 */
export default defineConfig({
  root: fileURLToPath(new URL('./web', import.meta.url)),
  plugins: [inlineDocuments(), react(), tailwindcss(), listPreloads()],
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
  },
})
