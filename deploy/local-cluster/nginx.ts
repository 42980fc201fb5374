import { execFile, spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { chmod, chown, cp, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

const PROXY_RULES = fileURLToPath(new URL('../nginx/proxy.conf', import.meta.url))
const PROGRAM = ['/usr/sbin/nginx', '/usr/bin/nginx', '/usr/local/sbin/nginx'].find((path) => existsSync(path))
/** User that nginx runs as if root starts it, because it needs no rights. */
const NOBODY = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** A proxy before several processes. */
export interface Nginx {
  /** Sends new requests to these ports only; requests under way and open sockets stay where they are. */
  use(ports: readonly number[]): Promise<void>
  stop(): Promise<void>
}

/**
 * Starts nginx on a port of 127.0.0.1 with all its files in a temporary folder, with the rules of deploy/nginx/proxy.conf. Each
 * answer names the process behind it in `X-Served-By`. Rejects if nginx is not installed or does not start.
 */
export async function startNginx(port: number, ports: readonly number[]): Promise<Nginx> {
  if (!PROGRAM) throw new Error('nginx is missing. Install it, for example with "apt-get install nginx-light".')
  const folder = await mkdtemp(join(tmpdir(), 'mergewell-nginx-'))
  await mkdir(join(folder, 'temp'))
  await cp(PROXY_RULES, join(folder, 'proxy.conf'))
  await writeFile(join(folder, 'nginx.conf'), configuration(port))
  if (NOBODY.uid) for (const path of [folder, join(folder, 'temp')]) await chown(path, NOBODY.uid, NOBODY.gid)
  await chmod(folder, 0o755)
  const arguments_ = ['-p', folder, '-c', join(folder, 'nginx.conf'), '-e', join(folder, 'error.log')]
  const signal = (name: string) => promisify(execFile)(PROGRAM, [...arguments_, '-s', name], NOBODY)
  const writeUpstream = (members: readonly number[]) => writeFile(join(folder, 'upstream.conf'), upstream(members))

  await writeUpstream(ports)
  await promisify(execFile)(PROGRAM, [...arguments_, '-t'], NOBODY)
  const child = spawn(PROGRAM, arguments_, { stdio: 'ignore', detached: true, ...NOBODY })
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()))
  return {
    use: async (members) => {
      await writeUpstream(members)
      await signal('reload')
    },
    stop: async () => {
      child.kill('SIGTERM')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function configuration(port: number): string {
  return `
daemon off;
pid nginx.pid;
worker_processes 1;
# A worker that was replaced may keep a WebSocket this long.
worker_shutdown_timeout 60s;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path temp/body;
  proxy_temp_path temp/proxy;
  fastcgi_temp_path temp/fastcgi;
  uwsgi_temp_path temp/uwsgi;
  scgi_temp_path temp/scgi;
  map $http_upgrade $mergewell_connection { default upgrade; '' close; }
  upstream mergewell_api { include upstream.conf; }
  server {
    listen 127.0.0.1:${port};
    set $mergewell mergewell_api;
    add_header X-Served-By $upstream_addr always;
    include proxy.conf;
  }
}
`
}

/** Writes nginx's list of processes. It must contain at least one server, even while no process is ready. */
function upstream(ports: readonly number[]): string {
  if (ports.length === 0) return 'server 127.0.0.1:9 down;\n'
  return ports.map((port) => `server 127.0.0.1:${port} max_fails=1 fail_timeout=2s;\n`).join('')
}
