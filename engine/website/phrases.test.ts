import { describe, expect, test } from 'vitest'
import { audiencesIn } from './audience.ts'
import { competitorsIn } from './competitors.ts'
import { phrasesIn } from './keywords.ts'
import { painsIn } from './pains.ts'

describe('whom it is for', () => {
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

describe('what goes away', () => {
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

describe('who else', () => {
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

describe('what people would write', () => {
  test.each([
    ['the receipt scanner for your phone', [['receipt'], ['receipt', 'scanner'], ['scanner'], ['phone']]],
    ['Acme reads receipts', [['receipts']]],
    ['you drink espresso', [['espresso']]],
    ['matches it', []],
    ['a small expense', [['expense']]],
    ['C++ builds, CI-pipelines', [['c++'], ['c++', 'builds'], ['builds'], ['ci-pipelines']]],
  ])('%s', (text, expected) => {
    expect(phrasesIn(text, new Set(['acme']))).toEqual(expected)
  })
})
