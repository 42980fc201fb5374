import { describe, expect, it } from 'vitest'
import { organizationLimit, recipientsFor, TRIAL_RECIPIENTS } from './organization-limit.ts'

describe("an organization's limit of external recipients", () => {
  it.each([
    [1, 10_000],
    [10, 12_006],
    [25, 14_259],
    [100, 22_059],
    [1_000, 72_446],
    [10_000, 324_979],
  ])('for %d licenses, as Microsoft publishes it, is %d', (licenses, recipients) => {
    expect(recipientsFor(licenses)).toBe(recipients)
  })

  it.each([
    ['nothing entered, nothing assumed', {}, null, null],
    ['nothing entered: the least that a paid organization has, less 20 %', {}, 10_000, 8_000],
    ['100 licenses, less 20 %', { organisationLicences: 100 }, 10_000, 17_647],
    ['no headroom', { organisationLicences: 1, organisationHeadroom: 0 }, null, 10_000],
    ['a trial', { organisationLimit: TRIAL_RECIPIENTS, organisationHeadroom: 50 }, 10_000, 2_500],
    ['a limit overrides the licenses', { organisationLimit: 100, organisationLicences: 500 }, null, 80],
    ['always at least one', { organisationLimit: 1, organisationHeadroom: 90 }, null, 1],
  ])('follows from the settings: %s', (_, figures, assumed, limit) => {
    expect(organizationLimit({ organisationHeadroom: 20, ...figures }, assumed)).toBe(limit)
  })
})
