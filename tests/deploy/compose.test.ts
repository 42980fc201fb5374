import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, it, onTestFinished } from 'vitest'
import { readConfig } from '#api/config.ts'
import { LARGE_BODY } from '#api/platform/http/bodies/body-limits.ts'
import { knownVariables, STOPS_WITHIN } from './configuration.ts'
import { composeVariables, composeWith, exampleEnvironment, fileOf, type Service } from './manifests.ts'

const folder = resolve(import.meta.dirname, '../../deploy')
const SECRETS = ['SECRET_KEY', 'POSTGRES_PASSWORD', 'OWNER_PASSWORD', 'RUNTIME_PASSWORD', 'REDIS_PASSWORD']
const filled = { ...exampleEnvironment(), ...Object.fromEntries(SECRETS.map((name) => [name, 'a'.repeat(48)])) }
const { services, secrets } = composeWith(filled)
const ours = ['migrate', 'api', 'worker'].map((name) => [name, services[name]!] as const)
/** MB of a size such as 512m, 1536M or 1g. */
function megabytesOf(size = ''): number {
  const [, number, unit = ''] = /^(\d+)([mg])$/i.exec(size) ?? []
  return Number(number) * (unit.toLowerCase() === 'g' ? 1024 : 1)
}
const tmpfsOf = ({ tmpfs = [] }: Service) =>
  tmpfs.reduce((sum, mount) => sum + megabytesOf(/[:,]size=(\w+)/.exec(mount)?.[1]), 0)
const secondsOf = (text = '') => Number(/^(\d+)s$/.exec(text)?.[1])

describe('deploy/compose.yml', () => {
  it('uses exactly the variables that compose.env.example names', () => {
    expect(composeVariables().toSorted()).toEqual(Object.keys(exampleEnvironment()).toSorted())
  })

  it.each(SECRETS)('does not start without %s', (name) => {
    expect(() => composeWith({ ...filled, [name]: '' })).toThrow(`${name}: Set ${name}`)
  })

  it.each(ours)('sets only variables that the product knows, and starts %s with them', (name, { environment = {} }) => {
    expect(Object.keys(environment).filter((variable) => !knownVariables().includes(variable))).toEqual([])
    const config = readConfig(environment)
    expect(config.mode).toBe('production')
    expect(config.migrateUrl !== null).toBe(name === 'migrate')
    expect(config.role).toBe(name === 'migrate' ? 'all' : name)
  })

  it('lets the operator set every variable, except those that a container has no use for', () => {
    const { environment = {} } = services['migrate']!
    const ofRole = { ...services['api']!.environment, ...services['worker']!.environment }
    const image = [...fileOf('deploy/Containerfile').matchAll(/^(?:ENV| ) *([A-Z_]+)=/gm)].map(([, name]) => name)
    const set = new Set([...Object.keys({ ...environment, ...ofRole }), ...image])
    const left = knownVariables().filter((name) => !set.has(name))
    expect(left.toSorted()).toEqual([
      'GOOGLE_BASE_URL',
      // The image has no LibreOffice.
      'LIBREOFFICE_PATH',
      'MICROSOFT_BASE_URL',
      'SANDBOX_ACCEPTANCES_FILE',
      'SANDBOX_IMAP_PORT',
      'SANDBOX_PORT',
      'SANDBOX_SMTP_PORT',
    ])
    for (const [name, service] of ours)
      expect(Object.keys(service.environment ?? {}), name).toEqual(
        expect.arrayContaining(['SECRET_KEY_OLD', 'METRICS_TOKEN']),
      )
  })

  it('names the container image of this version, so that the previous one is kept', () => {
    const { version } = JSON.parse(fileOf('package.json')) as { version: string }
    expect(filled['MERGEWELL_IMAGE']).toBe(`mergewell:${version}`)
    for (const [name, service] of ours) expect(service.image, name).toBe(`mergewell:${version}`)
    expect(() => composeWith({ ...filled, MERGEWELL_IMAGE: '' })).toThrow('MERGEWELL_IMAGE: Set MERGEWELL_IMAGE')
  })

  it.each(ours)('runs %s without root, with a read-only file system, and with time to stop', (_, service) => {
    expect(service).toMatchObject({ read_only: true, cap_drop: ['ALL'], tmpfs: [expect.stringMatching(/^\/tmp/)] })
    const drain = Number(service.environment?.['DRAIN_SECONDS'])
    expect(secondsOf(service.stop_grace_period)).toBeGreaterThanOrEqual(drain + STOPS_WITHIN)
  })

  it('waits for the services that a service needs, restarts what fails, and limits memory', () => {
    for (const [name, service] of Object.entries(services)) {
      expect(service.restart, name).toBeDefined()
      for (const [other, { condition }] of Object.entries(service.depends_on ?? {})) {
        const { healthcheck } = services[other]!
        // Our own image brings its health check along.
        if (condition === 'service_healthy' && !ours.some(([own]) => own === other))
          expect(healthcheck?.test, other).toBeDefined()
      }
      if (name !== 'migrate') expect(service.deploy?.resources?.limits?.memory, name).toMatch(/^\d+[MG]$/)
    }
  })

  // Files in a tmpfs count as memory of its container.
  it('limits each tmpfs, and gives its service more memory than that', () => {
    for (const [name, service] of Object.entries(services)) {
      const temporary = tmpfsOf(service) + megabytesOf(service.shm_size ?? '0m')
      expect(temporary, name).toBeGreaterThan(0)
      const { memory } = service.deploy?.resources?.limits ?? {}
      if (memory) expect(megabytesOf(memory), name).toBeGreaterThanOrEqual(temporary + 128)
    }
  })

  // Docker creates no container whose limit is more than the processors of its machine.
  it('requires no more processors than a small machine has', () => {
    for (const [name, { deploy }] of Object.entries(services))
      expect(deploy?.resources?.limits?.cpus, name).toBeUndefined()
  })

  // `--scale` is forgotten by the next `compose up`.
  it('starts as many workers as deploy/.env says, each time', () => {
    const workers = (WORKERS: string) => composeWith({ ...filled, WORKERS }).services['worker']!.deploy?.replicas
    expect([workers(''), workers('3')]).toEqual(['1', '3'])
    for (const file of [
      'deploy/compose.yml',
      'docs/operate/upgrade.md',
      'docs/operate/backup.md',
      'docs/operate/secure.md',
    ])
      expect(fileOf(file)).not.toContain('--scale worker')
  })

  it('rotates every log, and keeps it readable by docker logs', () => {
    for (const [name, { logging }] of Object.entries(services))
      expect(logging, name).toEqual({
        driver: 'json-file',
        options: { 'max-size': expect.stringMatching(/^\d+m$/), 'max-file': expect.stringMatching(/^\d$/) },
      })
  })

  it('mounts files that exist, and secrets that are defined', () => {
    const files = Object.values(services).flatMap(({ volumes = [] }) =>
      volumes.filter((volume) => volume.startsWith('./')),
    )
    expect(files.length).toBeGreaterThan(0)
    for (const file of files) expect(existsSync(resolve(folder, file.split(':')[0]!)), file).toBe(true)
    const named = [...fileOf('deploy/nginx/nginx.conf').matchAll(/\/run\/secrets\/(\w+)/g)].map(([, name]) => name)
    expect(named.toSorted()).toEqual(Object.keys(secrets).toSorted())
  })
})

describe('the nginx configuration in deploy', () => {
  // Only root may give a file to another user.
  it.runIf(process.getuid?.() === 0)('uses a renewed certificate from the files that it has mounted', async () => {
    const home = await mkdtemp(join(tmpdir(), 'mergewell-certificate-'))
    onTestFinished(() => rm(home, { recursive: true }))
    const at = (name: string) => join(home, name)
    await mkdir(at('lineage'))
    await mkdir(at('bin'))
    await writeFile(at('env'), `TLS_CERTIFICATE=${at('tls/chain.pem')}\nTLS_KEY=${at('tls/key.pem')}\n`)
    await writeFile(at('bin/docker'), '#!/bin/sh\necho "$@" >>"$0.log"\necho running\n', { mode: 0o755 })
    const renew = async (text: string) => {
      for (const name of ['fullchain', 'privkey']) await writeFile(at(`lineage/${name}.pem`), `${name} ${text}`)
      await promisify(execFile)(resolve(folder, 'nginx/copy-certificate.sh'), {
        env: { PATH: `${at('bin')}:${process.env['PATH']}`, RENEWED_LINEAGE: at('lineage'), ENV_FILE: at('env') },
      })
      const { ino, uid, mode } = await stat(at('tls/key.pem'))
      return { ino, uid, mode: mode & 0o777, key: await readFile(at('tls/key.pem'), 'utf8') }
    }
    const first = await renew('one')
    expect(first).toMatchObject({ uid: Number(services['proxy']!.user), mode: 0o400, key: 'privkey one' })
    expect(await renew('two')).toEqual({ ...first, key: 'privkey two' })
    expect(await readFile(at('tls/chain.pem'), 'utf8')).toBe('fullchain two')
    expect(await readFile(at('bin/docker.log'), 'utf8')).toMatch(/kill --signal HUP proxy\n$/)
  })

  it('passes on the largest body that the product accepts', () => {
    const megabytes = Number(/client_max_body_size (\d+)m;/.exec(fileOf('deploy/nginx/proxy.conf'))?.[1])
    expect(megabytes * 1_048_576).toBeGreaterThanOrEqual(LARGE_BODY)
  })

  it('allows as many large bodies at once as one address may send', () => {
    const bodies = Number(/limit_conn mergewell_uploads (\d+);/.exec(fileOf('deploy/nginx/nginx.conf'))?.[1])
    const body = Number(/client_max_body_size (\d+)m;/.exec(fileOf('deploy/nginx/proxy.conf'))?.[1])
    expect(bodies * body).toBeGreaterThan(body)
    expect(bodies * body).toBeLessThan(tmpfsOf(services['proxy']!))
  })

  it('reaches the api service at the port that compose.yml gives it', () => {
    const port = services['api']?.environment?.['PORT']
    expect(fileOf('deploy/nginx/nginx.conf')).toContain(`set $mergewell api:${port};`)
  })
})
