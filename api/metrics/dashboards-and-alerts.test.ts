import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { samplesIn } from '#tests/support/scraped-metrics.ts'
import { createMetrics, METRICS } from './metrics.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../..', path), 'utf8')

const rules = read('deploy/prometheus/alerts.yml')
const tests = read('deploy/prometheus/alerts.test.yml')
const dashboard = JSON.parse(read('deploy/grafana/mergewell.json')) as {
  panels: { title: string; type: string; targets?: { expr: string }[] }[]
}
const manual = read('docs/operate/alerts.md')

const ALERTS = [...rules.matchAll(/^ +- alert: (\w+)$/gm)].map(([, name = '']) => name)
const LABELS = new Map<string, readonly string[]>(Object.values(METRICS).map(({ name, labels }) => [name, labels]))

/** The metrics that a text names, with the labels that it asks them for. */
const namedIn = (text: string) =>
  [...text.matchAll(/\b((?:mergewell|nodejs|process)_[a-z\d_]+)(?:\{([^}]*)\})?/g)].map(
    ([, name = '', labels = '']) => ({
      name: name.replace(/(?<=_seconds)_(bucket|sum|count)$/, ''),
      labels: [...labels.matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
    }),
  )

/** A role of the database and a network of Compose. */
const NO_METRICS = ['mergewell_owner', 'mergewell_web']

/** Labels that Prometheus adds. */
const ADDED = ['job', 'instance', 'le']

async function known(): Promise<ReadonlySet<string>> {
  const text = await createMetrics({ version: '1', role: 'all' }).text()
  return new Set([
    ...samplesIn(text).map(({ name }) => name),
    ...[...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name = '']) => name),
  ])
}

describe.each([
  ['the alert rules', rules],
  ['the tests of the alert rules', tests],
  ['the dashboard', dashboard.panels.flatMap(({ targets = [] }) => targets.map(({ expr }) => expr)).join('\n')],
  ['docs/operate', manual + read('docs/operate/watch.md') + read('docs/operate/metrics.md')],
])('the metrics in %s', (_, text) => {
  it('exist in the product, with the same labels', async () => {
    const names = await known()
    const named = namedIn(text)
    expect(named.length).toBeGreaterThan(20)
    expect(named.filter(({ name }) => !names.has(name) && !name.endsWith('_') && !NO_METRICS.includes(name))).toEqual(
      [],
    )
    const strange = named.filter(({ name, labels }) =>
      labels.some((label) => !ADDED.includes(label) && !(LABELS.get(name) ?? [label]).includes(label)),
    )
    expect(strange).toEqual([])
  })
})

it.each(ALERTS)('the alert %s has a test and a section in the manual that says what to do', (alert) => {
  expect(tests).toContain(`alertname: ${alert}`)
  expect(manual).toContain(`\n### ${alert}\n`)
})

it('every alert links to its section of the manual', () => {
  const links = [...rules.matchAll(/^ +runbook_url: (\S+)#(\w+)$/gm)].map(([, file, anchor]) => [file, anchor])
  expect(links).toEqual(ALERTS.map((alert) => ['docs/operate/alerts.md', alert.toLowerCase()]))
})

it('every section of the manual about an alert has an alert rule', () => {
  expect(ALERTS).toHaveLength(28)
  expect([...manual.matchAll(/^### (Mergewell\w+)$/gm)].map(([, name]) => name).toSorted()).toEqual(ALERTS.toSorted())
})

it.each(Object.values(METRICS).map(({ name }) => name))('the dashboard shows the metric %s', (name) => {
  expect(JSON.stringify(dashboard)).toContain(name)
})

it('no metric has a label whose value a client can choose', () => {
  const labels = new Set([...LABELS.values()].flat())
  expect([...labels].toSorted()).toEqual(
    'call code kind method operation outcome provider queue result role route scope state status version'.split(' '),
  )
})
