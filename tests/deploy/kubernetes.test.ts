import { describe, expect, it } from 'vitest'
import { readConfig } from '#api/config.ts'
import { healthChecks } from '#api/installation/health.ts'
import { METRICS } from '#api/metrics/metrics.ts'
import { LARGE_BODY } from '#api/platform/bodies/bodies.ts'
import { knownVariables, STOPS_WITHIN } from './configuration.ts'
import { environmentOf, fileOf, manifestsOf, type Container } from './manifests.ts'

const manifests = manifestsOf('deploy/kubernetes.yml')
const find = (kind: string, name: string) => manifests.find((one) => one.kind === kind && one.metadata.name === name)!
const config = find('ConfigMap', 'mergewell').data!
const secrets = {
  SECRET_KEY: 'k'.repeat(32),
  DATABASE_URL: 'postgres://runtime:secret@db.example.com/mergewell?sslmode=verify-full',
  MIGRATE_DATABASE_URL: 'postgres://owner:secret@db.example.com/mergewell?sslmode=verify-full',
}
const roles = ['api', 'worker'] as const
const podOf = (role: string) => find('Deployment', role).spec.template.spec
const mainOf = (role: string): Container => podOf(role).containers[0]
const all = roles.flatMap((role) => [
  [`${role}: its own`, mainOf(role)] as const,
  [`${role}: migration`, podOf(role).initContainers[0] as Container] as const,
])

describe('deploy/kubernetes.yml', () => {
  it.each(all)('sets only variables that the product knows, and starts with them: %s', (name, container) => {
    const env = environmentOf(container, config, secrets)
    expect(Object.keys(env).filter((variable) => !knownVariables().includes(variable))).toEqual([])
    const read = readConfig(env)
    expect(read.mode).toBe('production')
    expect(read.migrateUrl !== null, 'only the migration knows the owner').toBe(name.endsWith('migration'))
  })

  it.each(all)('runs without root on a read-only file system: %s', (_, container) => {
    expect(container.securityContext).toEqual({
      allowPrivilegeEscalation: false,
      readOnlyRootFilesystem: true,
      capabilities: { drop: ['ALL'] },
    })
    expect(container.volumeMounts.map(({ mountPath }) => mountPath)).toEqual(['/tmp', '/data'])
    expect(container.resources.limits['memory']).toMatch(/^\d+Mi$/)
  })

  it.each(roles)('runs %s as the user of the image', (role) => {
    const user = Number(/^USER (\d+):/m.exec(fileOf('deploy/Containerfile'))?.[1])
    expect(podOf(role).securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: user,
      seccompProfile: { type: 'RuntimeDefault' },
    })
  })

  it.each(roles)('probes %s where it answers', (role) => {
    const container = mainOf(role)
    const paths = Object.keys(healthChecks({} as never))
    const { port, healthPort } = readConfig(environmentOf(container, config, secrets))
    const listens = role === 'worker' ? healthPort : port
    for (const probe of [container.startupProbe, container.livenessProbe, container.readinessProbe]) {
      expect(paths).toContain(probe?.httpGet.path)
      expect(container.ports?.find(({ name }) => name === probe?.httpGet.port)?.containerPort).toBe(listens)
    }
    // A database that does not answer must not have every process restarted.
    expect(container.livenessProbe?.httpGet.path).toBe('/healthz')
    expect(container.readinessProbe).toMatchObject({ httpGet: { path: '/readyz' }, timeoutSeconds: 6 })
  })

  it.each(roles)('gives %s the time that it needs to stop', (role) => {
    const drain = Number(config['DRAIN_SECONDS'])
    expect(podOf(role).terminationGracePeriodSeconds).toBeGreaterThanOrEqual(drain + STOPS_WITHIN)
  })

  it('leads from the ingress to the api, with the largest body that the product takes', () => {
    const ingress = find('Ingress', 'mergewell')
    const { service } = ingress.spec.rules[0].http.paths[0].backend
    const port = find('Service', service.name).spec.ports.find(
      (one: { name: string }) => one.name === service.port.name,
    )
    expect(mainOf('api').ports?.map(({ name }) => name)).toContain(port.targetPort)
    expect(new URL(config['PUBLIC_URL']!).host).toBe(ingress.spec.rules[0].host)
    const megabytes = Number.parseInt(
      ingress.metadata.annotations?.['nginx.ingress.kubernetes.io/proxy-body-size'] ?? '',
    )
    expect(megabytes * 1_048_576).toBeGreaterThanOrEqual(LARGE_BODY)
  })

  it('selects the pods that each object is meant for', () => {
    const labels = (role: string) => find('Deployment', role).spec.template.metadata.labels
    for (const role of roles) {
      for (const kind of ['Deployment', 'PodDisruptionBudget'])
        expect(find(kind, role).spec.selector.matchLabels).toEqual(labels(role))
      expect(podOf(role).topologySpreadConstraints[0].labelSelector.matchLabels).toEqual(labels(role))
      expect(find('HorizontalPodAutoscaler', role).spec.scaleTargetRef.name).toBe(role)
    }
    expect(find('Service', 'api').spec.selector).toEqual(labels('api'))
  })

  it('scales workers by the same metric with and without KEDA', () => {
    const [keda] = manifestsOf('deploy/kubernetes-keda.yml')
    const { name, selector } = find('HorizontalPodAutoscaler', 'worker').spec.metrics[0].external.metric
    expect(METRICS.queueJobs.name).toBe(name)
    const labels = Object.entries(selector.matchLabels).map(([label, value]) => `${label}="${String(value)}"`)
    expect(keda?.spec.triggers[0].metadata.query).toBe(`max(${name}{${labels.join(',')}})`)
    expect(keda?.spec.scaleTargetRef.name).toBe('worker')
  })
})

describe('deploy/Containerfile', () => {
  const text = fileOf('deploy/Containerfile')
  const env = Object.fromEntries(
    [...text.matchAll(/^(?:ENV| ) *([A-Z_]+)=(\S+?)(?: \\)?$/gm)].map(([, name, value]) => [name, value]),
  )

  it('sets only variables that the product knows, and exposes their ports', () => {
    expect(Object.keys(env).length).toBeGreaterThan(3)
    expect(Object.keys(env).filter((variable) => !knownVariables().includes(variable))).toEqual([])
    expect(text).toContain(`EXPOSE ${env['PORT']} ${env['HEALTH_PORT']}`)
  })

  it('runs as a numbered user other than root, without a shell before the process', () => {
    expect(text).toMatch(/^USER [1-9]\d*:[1-9]\d*$/m)
    expect(text).toMatch(/^ENTRYPOINT \["node", "api\/start\.js"\]$/m)
    expect(text).toMatch(/^STOPSIGNAL SIGTERM$/m)
    expect(text).toMatch(/^HEALTHCHECK .* CMD \["node", "deploy\/healthcheck\.js"\]$/m)
  })
})
