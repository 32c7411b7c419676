import { afterEach, beforeEach } from 'vitest'
import { beginDiary, tellDiary } from './diary.ts'

// At each try of a test: what failed once and passed then is told too.
beforeEach(beginDiary)
afterEach(tellDiary)
