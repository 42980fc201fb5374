import type { TestProject } from 'vitest/node'
import { makeDataDir, startProduct } from './product.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** data folder of a product started once and stopped cleanly: the state after a first start */
    freshData: string
  }
}

/**
 * Vitest's global setup of the browser tests: creates the product's data once, which is most of the work of a first
 * start.
 */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { dataDir, remove } = await makeDataDir()
  const product = await startProduct({ dataDir })
  const code = await product.interrupt()
  if (code !== 0) throw new Error(`The product that made the data ended with ${code}:\n${product.printed()}`)
  project.provide('freshData', dataDir)
  return remove
}
