import { describe, expect, it } from 'vitest'
import { readConfig } from '#api/config.ts'
import { healthChecks } from '#api/installation/health-endpoint.ts'
import { METRICS } from '#api/metrics/metrics.ts'
import { METRICS_PATH } from '#api/metrics/metrics-endpoint.ts'
import { LARGE_BODY } from '#api/platform/http/bodies/body-limits.ts'
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

  it.each(all)(
    'passes on the old keys of a rotation, and the metrics token except to the migration: %s',
    (name, container) => {
      const given = { ...secrets, SECRET_KEY_OLD: 'o'.repeat(32), METRICS_TOKEN: 'm'.repeat(32) }
      const read = readConfig(environmentOf(container, config, given))
      expect(read.oldSecretKeys).toEqual(['o'.repeat(32)])
      expect(read.metricsToken).toBe(name.endsWith('migration') ? null : 'm'.repeat(32))
      const optional = container.env.filter(({ valueFrom }) => valueFrom?.secretKeyRef?.optional).map((one) => one.name)
      expect(optional).toContain('SECRET_KEY_OLD')
    },
  )

  it.each(all)('gives only the api the token with which a proxy asks about certificates: %s', (name, container) => {
    const given = { ...secrets, CERTIFICATE_TOKEN: 'c'.repeat(32) }
    const { certificateToken } = readConfig(environmentOf(container, config, given))
    expect(certificateToken).toBe(/api/.test(name) && !name.endsWith('migration') ? 'c'.repeat(32) : null)
  })

  it.each(all)('names the container image of this version, so that the previous one is kept: %s', (_, { image }) => {
    expect(image).toBe(`mergewell:${(JSON.parse(fileOf('package.json')) as { version: string }).version}`)
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

  it.each(roles)('runs %s as the user of the container image', (role) => {
    const user = Number(/^USER (\d+):/m.exec(fileOf('deploy/Containerfile'))?.[1])
    expect(podOf(role).securityContext).toMatchObject({
      runAsNonRoot: true,
      runAsUser: user,
      seccompProfile: { type: 'RuntimeDefault' },
    })
  })

  it.each(roles)('probes the health of %s at the right port and path', (role) => {
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

  it('leads from the ingress to the api, with the largest body that the product accepts', () => {
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

  it('selects for each object the pods that it is meant for', () => {
    const labels = (role: string) => find('Deployment', role).spec.template.metadata.labels
    for (const role of roles) {
      for (const kind of ['Deployment', 'PodDisruptionBudget'])
        expect(find(kind, role).spec.selector.matchLabels).toEqual(labels(role))
      expect(podOf(role).topologySpreadConstraints[0].labelSelector.matchLabels).toEqual(labels(role))
      expect(labels(role)).toMatchObject(find('NetworkPolicy', 'mergewell').spec.podSelector.matchLabels)
    }
    expect(find('HorizontalPodAutoscaler', 'api').spec.scaleTargetRef.name).toBe('api')
    expect(find('Service', 'api').spec.selector).toEqual(labels('api'))
  })

  it('opens the ports of the pods, and no others', () => {
    const ports = roles.flatMap((role) => mainOf(role).ports?.map(({ name }) => name))
    const { ingress } = find('NetworkPolicy', 'mergewell').spec
    const open = ingress.flatMap((rule: { ports: { port: string }[] }) => rule.ports.map(({ port }) => port))
    expect([...new Set(open)].toSorted()).toEqual(ports.toSorted())
  })

  // An external metric is the sum over all pods, and each reports the same queue.
  it('leaves the number of workers to KEDA, which uses the largest metric', () => {
    expect(manifests.filter(({ kind }) => kind === 'HorizontalPodAutoscaler')).toHaveLength(1)
    const [keda] = manifestsOf('deploy/kubernetes-keda.yml')
    expect(keda?.spec.triggers[0].metadata.query).toBe(`max(${METRICS.queueJobs.name}{queue="mailbox",state="ready"})`)
    expect(keda?.spec.scaleTargetRef.name).toBe('worker')
  })

  // KEDA's own cooldownPeriod delays only the step to no pod at all.
  it('keeps workers for ten minutes after the queue was long', () => {
    const [keda] = manifestsOf('deploy/kubernetes-keda.yml')
    expect(keda?.spec.cooldownPeriod).toBeUndefined()
    const { behavior } = keda?.spec.advanced?.horizontalPodAutoscalerConfig ?? {}
    expect(behavior?.scaleDown.stabilizationWindowSeconds).toBe(600)
  })

  it('states how many database connections the largest number of pods needs', () => {
    const surgeOf = (role: string): number => find('Deployment', role).spec.strategy.rollingUpdate.maxSurge
    const [keda] = manifestsOf('deploy/kubernetes-keda.yml')
    const api = find('HorizontalPodAutoscaler', 'api').spec.maxReplicas + surgeOf('api')
    const connections = (workers: number) => `30 × (${api} + ${workers}) = ${30 * (api + workers)}`
    expect(fileOf('deploy/kubernetes.yml')).toContain(connections(1 + surgeOf('worker')))
    expect(fileOf('deploy/kubernetes-keda.yml')).toContain(connections(keda?.spec.maxReplicaCount + surgeOf('worker')))
  })

  it('collects metrics from every pod under the job name that the alert rules use, with the token', () => {
    const [monitor] = manifestsOf('deploy/kubernetes-monitoring.yml')
    for (const role of roles)
      expect(find('Deployment', role).spec.template.metadata.labels).toMatchObject(monitor?.spec.selector.matchLabels)
    const scraped = monitor?.spec.podMetricsEndpoints.map((one: { port: string }) => one.port)
    expect(scraped).toEqual(roles.map((role) => mainOf(role).ports?.[0]?.name))
    const job = /up\{job="(\w+)"\}/.exec(fileOf('deploy/prometheus/alerts.yml'))?.[1]
    for (const endpoint of monitor?.spec.podMetricsEndpoints ?? []) {
      expect(endpoint).toMatchObject({
        path: METRICS_PATH,
        authorization: { credentials: { name: 'mergewell', key: 'METRICS_TOKEN' } },
        relabelings: [{ targetLabel: 'job', replacement: job }],
      })
    }
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
