import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parse, parseAllDocuments } from 'yaml'

const root = resolve(import.meta.dirname, '../..')

/** A file of the checkout. */
export const fileOf = (path: string) => readFileSync(resolve(root, path), 'utf8')

export type Environment = Record<string, string>

/** The parts of a service in compose.yml that the tests read. */
export interface Service {
  image: string
  user?: string
  build?: { context: string; dockerfile: string }
  environment?: Record<string, string>
  command?: string[]
  read_only?: boolean
  cap_drop?: string[]
  tmpfs?: string[]
  shm_size?: string
  volumes?: string[]
  stop_grace_period?: string
  restart?: string
  logging?: { driver: string; options: Record<string, string> }
  healthcheck?: { test?: string[]; disable?: boolean }
  depends_on?: Record<string, { condition: string }>
  deploy?: { replicas?: number | string; resources?: { limits?: { cpus?: string; memory?: string } } }
}

/** compose.yml with its variables replaced, as `docker compose config` shows it. */
export function composeWith(variables: Environment): {
  services: Record<string, Service>
  secrets: Record<string, { file: string }>
} {
  const fill = (text: string) =>
    text.replaceAll(
      /\$\{(\w+)(?::([-?])([^}]*))?\}/g,
      (_, name: string, kind: string | undefined, other: string | undefined) => {
        const value = variables[name] ?? ''
        if (value === '' && kind === '?') throw new Error(`${name}: ${other}`)
        return value === '' && kind === '-' ? (other ?? '') : value
      },
    )
  return parse(fileOf('deploy/compose.yml'), (_, value: unknown) => (typeof value === 'string' ? fill(value) : value), {
    merge: true,
  })
}

/** Names of the variables that compose.yml reads. */
export const composeVariables = () => [
  ...new Set([...fileOf('deploy/compose.yml').matchAll(/\$\{(\w+)/g)].map(([, name]) => name ?? '')),
]

/** The variables of compose.env.example, each with its value. */
export function exampleEnvironment(): Environment {
  const lines = fileOf('deploy/compose.env.example').split('\n')
  return Object.fromEntries(lines.filter((line) => /^\w+=/.test(line)).map((line) => line.split(/=(.*)/s).slice(0, 2)))
}

interface Probe {
  httpGet: { path: string; port: string }
  timeoutSeconds?: number
}

interface Reference {
  key: string
  optional?: boolean
}

export interface Container {
  name: string
  image: string
  command?: string[]
  envFrom?: object[]
  env: { name: string; value?: string; valueFrom?: { secretKeyRef?: Reference; configMapKeyRef?: Reference } }[]
  ports?: { name: string; containerPort: number }[]
  startupProbe?: Probe
  livenessProbe?: Probe
  readinessProbe?: Probe
  securityContext: {
    allowPrivilegeEscalation: boolean
    readOnlyRootFilesystem: boolean
    capabilities: { drop: string[] }
  }
  resources: { requests: Environment; limits: Environment }
  volumeMounts: { name: string; mountPath: string }[]
}

/** The parts of an object in kubernetes.yml that the tests read. */
export interface Manifest {
  apiVersion: string
  kind: string
  metadata: { name: string; annotations?: Environment }
  data?: Environment
  // oxlint-disable-next-line typescript/no-explicit-any -- differs by kind
  spec: any
}

export const manifestsOf = (path: string): Manifest[] =>
  parseAllDocuments(fileOf(path)).map((document) => document.toJS() as Manifest)

/** The variables of a container, with the value of each secret given by `secrets`. */
export function environmentOf({ env, envFrom }: Container, config: Environment, secrets: Environment): Environment {
  const named = env.map(({ name, value, valueFrom }) => {
    const { secretKeyRef, configMapKeyRef } = valueFrom ?? {}
    return [
      name,
      value ?? (secretKeyRef && secrets[secretKeyRef.key]) ?? (configMapKeyRef && config[configMapKeyRef.key]),
    ]
  })
  return { ...(envFrom && config), ...Object.fromEntries(named.filter(([, value]) => value !== undefined)) }
}
