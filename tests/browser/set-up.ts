import { afterEach, beforeEach, inject } from 'vitest'
import { keepChromium } from './chromium.ts'
import { beginDiary, tellDiary } from './diary.ts'
import { startWith } from './made-data.ts'
import { startFile } from './people.ts'

startWith(inject('servers'))
keepChromium()
startFile()

beforeEach(beginDiary)
afterEach(tellDiary)
