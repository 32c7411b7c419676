import { describe, expect, test } from 'vitest'
import type { Component } from '../score/component.ts'
import type { Span } from '../spans.ts'
import { snippet } from './snippet.ts'

function component(spans: Span[], points = 10): Component {
  return { name: 'fit', points, reasons: [{ text: 'words', points, spans }] }
}

function spanOf(body: string, words: string): Span {
  return { field: 'body', start: body.indexOf(words), end: body.indexOf(words) + words.length }
}

const filler = 'Lorem ipsum dolor sit amet consectetur. '

describe('a snippet', () => {
  test('is empty without a body', () => {
    expect(snippet('Title', '', [])).toEqual({ text: '', marks: [] })
  })

  test('is the whole of a short body, with its words marked', () => {
    const body = 'We need a CRM\nfor two people.'
    const { text, marks } = snippet('Title', body, [component([spanOf(body, 'CRM')])])
    expect(text).toBe('We need a CRM for two people.')
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['CRM'])
  })

  test('shows the words that earned most, and is cut between words', () => {
    const body = `${filler.repeat(20)}They want a simple pipeline now. ${filler.repeat(20)}`
    const { text, marks } = snippet('Title', body, [component([spanOf(body, 'pipeline')])])
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['pipeline'])
    expect(text.length).toBeLessThanOrEqual(222)
    expect(text).toMatch(/^….*…$/)
    expect(body).toContain(` ${text.slice(1, -1)} `)
  })

  test('prefers the richer of two passages', () => {
    const body = `One crm. ${filler.repeat(20)} Which crm with email sync and deals? ${filler.repeat(20)}`
    const spans = ['One crm', 'email sync', 'deals'].map((words) => spanOf(body, words))
    expect(snippet('Title', body, [component(spans)]).text).toContain('email sync and deals')
  })

  test('is the start of a body in which no word earned points', () => {
    const body = filler.repeat(20)
    const against = component([spanOf(body, 'consectetur')], -3)
    expect(snippet('Title', body, [against]).text.startsWith('Lorem ipsum')).toBe(true)
    expect(snippet('Title', body, [against]).marks).toEqual([])
  })

  test('does not repeat the title', () => {
    expect(snippet('Which CRM?', 'Which CRM?\n\nWe are three.', []).text).toBe('…We are three.')
  })

  test('has no overlapping marks', () => {
    const body = 'simple crm for teams'
    const marks = snippet('', body, [component([spanOf(body, 'simple crm'), spanOf(body, 'crm')])]).marks
    expect(marks).toEqual([[0, 10]])
  })

  test('is plain text, with marks moved accordingly', () => {
    const body = '**Help!** We use [HubSpot](https://x.example/crm) &amp; a *simple crm* &#x200B;\n\n> thanks'
    const { text, marks } = snippet('', body, [component([spanOf(body, 'HubSpot'), spanOf(body, 'simple crm')])])
    expect(text).toBe('Help! We use HubSpot & a simple crm thanks')
    expect(marks.map(([start, end]) => text.slice(start, end))).toEqual(['HubSpot', 'simple crm'])
  })

  test('recognizes the title even as a heading in the body', () => {
    expect(snippet('Which *CRM*?', '# Which CRM?\n\nWe are three.', []).text).toBe('…We are three.')
  })

  test('marks nothing in the hidden part of an address', () => {
    const body = 'See https://shop.example/a/long/path/to/the/crm/of/ours please'
    expect(snippet('', body, [component([spanOf(body, 'crm')])])).toEqual({
      text: 'See shop.example/… please',
      marks: [],
    })
  })

  test('begins and ends at whole words, wherever the marks are', () => {
    const words = new Set(filler.repeat(40).split(' '))
    const body = filler.repeat(40)
    for (let at = 0; at < body.length; at += 97) {
      const { text } = snippet('', body, [component([{ field: 'body', start: at, end: at + 5 }])])
      for (const word of text.replaceAll('…', '').split(' ')) expect(words).toContain(word)
    }
  })

  test('never splits a surrogate pair', () => {
    const { text } = snippet('', '😀'.repeat(400), [])
    expect(text.isWellFormed()).toBe(true)
  })
})
