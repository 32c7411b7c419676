import { afterEach, beforeEach, inject } from 'vitest'
import { keepChromium } from './chromium.ts'
import { beginDiary, tellDiary } from './diary.ts'
import { beginWith } from './made-data.ts'

beginWith(inject('madeData'))
keepChromium()

// At each try of a test: what failed once and passed then is told too.
beforeEach(beginDiary)
afterEach(tellDiary)
