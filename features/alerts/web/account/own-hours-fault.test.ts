import { expect, test } from 'vitest'
import type { NotificationSettings } from '../../contract-personal.ts'
import { ownHoursFault } from './own-hours-fault.ts'

const night = { days: [1, 5], from: '22:00', to: '07:00' }

test.each<[string, NotificationSettings, string | undefined]>([
  ['nothing', { quietHours: null, timeOfDay: null }, undefined],
  ['nights and a time', { quietHours: night, timeOfDay: '08:00' }, undefined],
  ['whole days', { quietHours: { days: [6, 7], from: '00:00', to: '00:00' }, timeOfDay: null }, undefined],
  ['no days', { quietHours: { ...night, days: [] }, timeOfDay: null }, 'Choose at least one day.'],
  ['no end', { quietHours: { ...night, to: '' }, timeOfDay: null }, 'Enter all times.'],
  ['no digest time', { quietHours: null, timeOfDay: '' }, 'Enter all times.'],
  [
    'the whole week',
    { quietHours: { days: [1, 2, 3, 4, 5, 6, 7], from: '08:00', to: '08:00' }, timeOfDay: null },
    'Quiet hours must leave some time for messages.',
  ],
])('of %s', (_, settings, fault) => {
  expect(ownHoursFault(settings)).toBe(fault)
})
