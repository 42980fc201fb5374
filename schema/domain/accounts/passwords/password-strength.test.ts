import { describe, expect, it } from 'vitest'
import { passwordProblem, type PersonalWords } from './password-strength.ts'

const ANN: PersonalWords = {
  name: 'Ann Whitfield',
  username: 'awhit',
  email: 'ann.w@larkspur.example',
  workspace: 'Larkspur Books Ltd',
}

describe('a new password', () => {
  it.each([
    'correct horse battery staple',
    'violet kettle ferry nine',
    'x7#Qm2!vTp9z',
    'Zürcher Geschnetzeltes um halb acht',
    '東京タワーの下で猫と待ち合わせ',
  ])('may be %s', (password) => {
    expect(passwordProblem(password, ANN)).toBeNull()
  })

  it.each([
    ['password1', 'Password too common: Attackers try this first.'],
    ['iloveyou', 'Password too common: Attackers try this first.'],
    ['p@ssw0rd!', 'Replacing letters as in “p@ssw0rd” does not help.'],
    ['qwertyuiop', 'Password too'],
    ['aaaaaaaaaaaaaaaa', 'Repeated characters are easy to guess.'],
    ['abcdefghijkl', 'Password too'],
    ['12.05.1987', 'Dates are easy to guess.'],
    ['xk9Q2', 'Password too easy to guess'],
    ['Larkspur-2026-spring', 'Password contains the name of the workspace'],
    ['violet kettle whitfield nine', 'Password contains the name'],
    ['violet WHITFIELD kettle nine', 'Password contains the name'],
    ['violet whít-field kettle nine', 'Password contains the name'],
    ['awhit violet kettle ferry', 'Password contains the username'],
    ['a.n.n.w. violet kettle ferry', 'Password contains the email address'],
  ])('must not be %s, and the message says why and how to choose a better one', (password, why) => {
    const problem = passwordProblem(password, ANN)
    expect(problem).toContain(why)
    expect(problem).toContain('Use four or more unrelated words')
  })

  it('may contain short parts of a name, since these are part of too many words', () => {
    expect(passwordProblem('cannery violet kettle nine', ANN)).toBeNull()
  })

  it('is checked by its first 32 characters only, so that a long one costs little', () => {
    const strong = 'violet kettle ferry nine '
    expect(passwordProblem(strong.repeat(40), {})).toBeNull()
    expect(passwordProblem(`${'a'.repeat(32)}${strong}`, {})).toContain('too easy')
  })
})
