// Run while the image is built, by the user that runs it: loads the product once, so that starts on a read-only file system
// find its compiled code.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const at = (path) => fileURLToPath(new URL(`../${path}`, import.meta.url))

module.enableCompileCache(at('node_modules/.cache/compiled'))
for (const file of ['api/app.ts', 'api/server.ts', 'api/installation/health-endpoint.ts', 'api/demo/demo-data.ts']) {
  await import(at(file))
}
module.flushCompileCache()
process.exit(0)
