import { readFileSync } from 'node:fs'
import FastScanner from 'fastscan'
import { median } from '../quantiles.ts'
import { cpuSeconds } from './cpu-time.ts'

/** The arguments of this process: PHRASES TEXTS DOCUMENTS. It prints the seconds to build and to match. */
const [phrasesFile = '', textsFile = '', documents = '1000'] = process.argv.slice(2)
const phrases = readFileSync(phrasesFile, 'utf8').trimEnd().split('\n')
const texts = readFileSync(textsFile, 'utf8').split('\n').slice(0, Number(documents))

const buildStart = cpuSeconds()
const scanner = new FastScanner(phrases)
const buildSeconds = cpuSeconds() - buildStart
const rounds = [0, 0, 0].map(() => {
  const started = cpuSeconds()
  for (const text of texts) scanner.search(text)
  return cpuSeconds() - started
})
console.log(`${buildSeconds} ${median(rounds)}`)
