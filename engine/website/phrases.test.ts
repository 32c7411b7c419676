import { describe, expect, test } from 'vitest'
import { audiencesIn } from './audience.ts'
import { competitorsIn } from './competitors.ts'
import { painsIn } from './pains.ts'
import { phrasesIn } from './phrases.ts'

describe('audiences in a text', () => {
  test.each([
    ['Invoicing for freelancers and small agencies.', ['freelancers', 'small agencies']],
    ['Built for Dentists, Orthodontists & HR Teams', ['dentists', 'orthodontists', 'HR teams']],
    ['A planner for people who work nights, and their families', ['people who work nights']],
    ['Helping 3,000+ nonprofits to raise money', ['nonprofits']],
    ['Trusted by 900 bakeries', ['bakeries']],
    ['Made by two brothers', []],
    ['Free for 14 days, for more answers see below', []],
    ['For invoices, offers and reminders', []],
    ['Websites for dentists and bring new patients to them', ['dentists']],
    ['Great for teams', []],
  ])('%s', (text, expected) => {
    expect(audiencesIn(text)).toEqual(expected)
  })
})

describe('pains in a text', () => {
  test.each([
    ['No more lost receipts.', ['lost receipts']],
    ['Stop chasing late invoices and start living', ['chasing late invoices']],
    ['Tired of the Monday spreadsheet?', ['Monday spreadsheet']],
    ['Never miss a deadline again', ['miss a deadline']],
    ['Never drink stale coffee again', ['stale coffee']],
    ['Say goodbye to manual data entry, forever', ['manual data entry']],
    ['Stop', []],
    ['We never share your e-mail address', []],
    ['Invoices that write themselves', []],
  ])('%s', (text, expected) => {
    expect(painsIn(text)).toEqual(expected)
  })
})

describe('competitors in a text', () => {
  test.each([
    ['The best alternative to Acme Desk', ['Acme Desk']],
    ['Unlike Acme, Beacon and Cobalt, we answer', ['Acme', 'Beacon', 'Cobalt']],
    ['An Acme Desk alternative that answers', ['Acme Desk']],
    ['Ours vs. eBay', ['eBay']],
    ['switching from monday.com is easy', ['monday.com']],
    ['We moved from Acme’s plan', ['Acme']],
    ['Import from CSV or PDF', []],
    ['instead of paying twice', []],
    ['an alternative to spreadsheets', []],
    ['Switch from Your old tool', []],
  ])('%s', (text, expected) => {
    expect(competitorsIn(text)).toEqual(expected)
  })
})

describe('phrases in a text', () => {
  test.each([
    ['the receipt scanner for your phone', [['receipt'], ['receipt', 'scanner'], ['scanner'], ['phone']]],
    ['Acme reads receipts', [['receipts']]],
    ['you drink espresso', [['espresso']]],
    ['matches it', []],
    ['a small expense', [['expense']]],
    ['C++ builds, CI-pipelines', [['c++'], ['c++', 'builds'], ['builds'], ['ci-pipelines']]],
  ])('%s', (text, expected) => {
    expect(phrasesIn(text, new Set(['acme'])).map(({ words }) => words)).toEqual(expected)
  })

  test.each([
    // Cut before its last word, it is half a term
    ['receipt scanner', ['receipt scanner 1.15', 'scanner 1', 'receipt 0.5']],
    // except before a word for any product
    [
      'job search tool',
      ['job search 1.15', 'job search tool 1.15', 'tool 1', 'job 0.5', 'search 0.5', 'search tool 0.5'],
    ],
    // and it is half a term if a compound is split
    [
      'social media posts',
      ['social media posts 1.15', 'posts 1', 'media 0.5', 'media posts 0.5', 'social 0.5', 'social media 0.5'],
    ],
  ])('how much of a term each part of "%s" is', (text, expected) => {
    const parts = phrasesIn(text, new Set()).sort(
      (a, b) => b.worth - a.worth || (a.words.join() < b.words.join() ? -1 : 1),
    )
    expect(parts.map(({ words, worth }) => `${words.join(' ')} ${worth}`)).toEqual(expected)
  })
})
