import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, it, vi } from 'vitest'
import { repeatEarlyActs } from './early-clicks.ts'

/** A page whose button and form somebody else listens to, as React does while it takes a page over. */
function pageWithEarlyActs() {
  document.body.innerHTML = '<div><form><button type="button">Theme</button></form></div>'
  // Runs as the page's own script does.
  // oxlint-disable-next-line typescript/no-implied-eval
  new Function(readFileSync(join(import.meta.dirname, '../public/before-app.js'), 'utf8'))()
  const heard: string[] = []
  const root = document.querySelector('div')
  root?.addEventListener('click', () => heard.push('click'))
  root?.addEventListener('submit', (event) => {
    event.preventDefault()
    heard.push('submit')
  })
  return { heard, button: document.querySelector('button'), form: document.querySelector('form') }
}

afterEach(() => vi.useRealTimers())

it('early-acts keeps clicks that are made before the app has loaded, and performs each once afterwards', () => {
  vi.useFakeTimers()
  const { heard, button, form } = pageWithEarlyActs()
  button?.click()
  form?.requestSubmit()
  expect(heard).toEqual([])
  repeatEarlyActs()
  vi.runAllTimers()
  expect(heard).toEqual(['click', 'submit'])
  button?.click()
  expect(heard).toEqual(['click', 'submit', 'click'])
})
