import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isProgram } from '#domain/tracking/machine-hits.ts'

/** Counts the published user agents of programs that pass for people: the npm package crawler-user-agents. */
export async function measureUserAgents(folder: string): Promise<string[]> {
  const list = JSON.parse(await readFile(join(folder, 'crawler-user-agents.json'), 'utf8')) as { instances: string[] }[]
  const agents = [...new Set(list.flatMap(({ instances }) => instances))]
  const missed = agents.filter((agent) => !isProgram(agent))
  return [`programs that pass for people: ${missed.length} of ${agents.length}`, ...missed.map((agent) => `  ${agent}`)]
}
