import { Client } from 'pg'
import { databaseUrl } from './database-url.ts'

/** The PostgreSQL that hosts the test databases: one server, or a Citus cluster, whose databases have the same name on every node. */
export interface TestServer {
  /** superuser connection URLs, the coordinator's first */
  nodes: string[]
  citus: boolean
}

/** Looks up the nodes of the server behind a superuser's connection URL. */
export async function testServer(url: string): Promise<TestServer> {
  const client = new Client({ connectionString: url })
  await client.connect()
  try {
    const { rows } = await client.query<object>(`select from pg_extension where extname = 'citus'`)
    if (rows.length === 0) return { nodes: [url], citus: false }
    const workers = await client.query<{ host: string; port: number }>(
      'select nodename as host, nodeport as port from pg_dist_node where groupid > 0 order by groupid',
    )
    return { nodes: [url, ...workers.rows.map(({ host, port }) => at(url, host, port))], citus: true }
  } finally {
    await client.end()
  }
}

function at(url: string, host: string, port: number): string {
  const other = new URL(url)
  other.hostname = host
  other.port = String(port)
  return other.href
}

/** Runs a statement on every node, in the database `name` or in the one that the connection URL names. */
export async function onEveryNode(
  { nodes }: Pick<TestServer, 'nodes'>,
  statement: string,
  name?: string,
): Promise<void> {
  await Promise.all(
    nodes.map(async (url) => {
      const client = new Client({ connectionString: name ? databaseUrl(url, name) : url })
      client.on('error', () => undefined)
      await client.connect()
      try {
        await client.query(statement)
      } finally {
        await client.end()
      }
    }),
  )
}

function address(url: string): [host: string, port: number] {
  const { hostname, port } = new URL(url)
  return [hostname, Number(port || 5432)]
}

/** Makes a new database part of the cluster. A database has few rows, so it gets few shards. */
export async function joinNodes(server: TestServer, name: string): Promise<void> {
  await onEveryNode(server, 'create extension citus', name)
  const [coordinator = '', ...workers] = server.nodes
  const client = new Client({ connectionString: databaseUrl(coordinator, name) })
  await client.connect()
  try {
    await client.query('select citus_set_coordinator_host($1, $2)', address(coordinator))
    for (const worker of workers) await client.query('select citus_add_node($1, $2)', address(worker))
    await client.query(`alter database ${name} set citus.shard_count = 2`)
  } finally {
    await client.end()
  }
}

/** Lets copies of a finished template be made: no process, not even Citus's own, may be connected to it. */
export async function closeTemplate(server: TestServer, name: string): Promise<void> {
  await onEveryNode(server, `alter database ${name} allow_connections false`)
  await onEveryNode(server, `select pg_terminate_backend(pid, 600000) from pg_stat_activity where datname = '${name}'`)
}

/** Number of attempts to drop a database that something connects to meanwhile, as Citus's own process does. */
const DROPS = 10
const IN_USE = '55006'

/**
 * Drops a database of the tests with the function that runs a statement on every node. By itself `force` gives up if a
 * connection that it closes is not gone after 5 seconds.
 */
export async function dropDatabase(everywhere: (statement: string) => Promise<void>, name: string): Promise<void> {
  for (let left = DROPS; ; left -= 1) {
    await everywhere(`select pg_terminate_backend(pid, 600000) from pg_stat_activity where datname = '${name}'`)
    try {
      await everywhere(`drop database if exists "${name}" with (force)`)
      return
    } catch (error) {
      if ((error as { code?: string }).code !== IN_USE || left <= 1) throw error
    }
  }
}
