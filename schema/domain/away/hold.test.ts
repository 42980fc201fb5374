import { expect, it } from 'vitest'
import { resumesOn } from './hold.ts'

it.each([
  ['Monday', '2026-08-03', '2026-08-04'],
  ['Thursday', '2026-08-06', '2026-08-07'],
  ['Friday', '2026-08-07', '2026-08-10'],
  ['Saturday', '2026-08-08', '2026-08-10'],
  ['Sunday', '2026-08-09', '2026-08-10'],
])('writes again one working day after the day they are back: %s', (_, back, resumes) => {
  expect(resumesOn(new Date(`${back}T00:00:00Z`))).toEqual(new Date(`${resumes}T00:00:00Z`))
  expect(resumesOn(new Date(`${back}T21:30:00Z`))).toEqual(new Date(`${resumes}T00:00:00Z`))
})
