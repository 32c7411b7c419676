import { describe, expect, test } from 'vitest'
import type { EmbedName } from '../../contract/embeds.ts'
import { type Moment, starts, watchEmbeds } from './embeds.ts'

const moment = (path: string, isSearchboxTourCompleted = false, isLoaded = true): Moment => ({
  path,
  isSearchboxTourCompleted,
  isLoaded,
})
const all: EmbedName[] = ['feedback', 'form', 'affiliate']

function loadedBy(...moments: Moment[]): EmbedName[] {
  const loaded: EmbedName[] = []
  const visit = watchEmbeds(all, (name) => loaded.push(name))
  moments.forEach(visit)
  return loaded
}

test.each<[string, Moment, EmbedName[]]>([
  ['/app without the flag', moment('/app/opportunities'), ['form']],
  ['/app with the flag', moment('/app/opportunities', true), ['feedback', 'form']],
  ['/app itself', moment('/app', true), ['feedback', 'form']],
  ['/app before it is loaded', moment('/app/setup', true, false), ['feedback', 'form']],
  ['a page whose path only starts like /app', moment('/apple', true, false), []],
  ['a public page', moment('/blog/first', true), ['affiliate']],
  ['a public page before it is loaded', moment('/', true, false), []],
  ['the login page', moment('/auth/login', true), []],
])('scripts on %s', (_, now, loaded) => {
  expect(loadedBy(now)).toEqual(loaded)
})

describe('a script is loaded', () => {
  test('only once across several visits', () => {
    const seen = moment('/app/opportunities', true)
    expect(loadedBy(seen, moment('/app/setup', true), seen)).toEqual(['feedback', 'form'])
  })

  test('when its flag is set during a visit', () => {
    expect(loadedBy(moment('/app/searchbox'), moment('/app/searchbox', true))).toEqual(['form', 'feedback'])
  })

  test('only if it is configured', () => {
    const loaded: EmbedName[] = []
    watchEmbeds(['form'], (name) => loaded.push(name))(moment('/app', true))
    expect(loaded).toEqual(['form'])
  })
})

describe('a script starts with its public key', () => {
  test('the feedback widget through its queue', () => {
    const { attributes, globals } = starts.feedback('proj_1')
    expect(attributes).toEqual({ type: 'module' })
    expect(globals.$ujq).toMatchObject([['init', 'proj_1', { widget: true }]])
  })

  test('the form through its settings', () => {
    expect(starts.form('form_1').globals.TallyConfig).toMatchObject({ formId: 'form_1' })
  })

  test('affiliate tracking through its attribute, and it queues calls until it is loaded', () => {
    const { attributes, globals } = starts.affiliate('aff_1')
    expect(attributes).toEqual({ 'data-rewardful': 'aff_1' })
    const rewardful = globals[String(globals._rwq)] as { (...call: unknown[]): void; q: unknown[][] }
    rewardful('convert', { email: 'mara@pipewell.example' })
    expect(rewardful.q).toEqual([['convert', { email: 'mara@pipewell.example' }]])
  })
})
