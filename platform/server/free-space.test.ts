import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import {
  floorBytes,
  freeBytes,
  hasFreeSpace,
  isStillFull,
  requireFreeSpace,
  reserveBytes,
  roomyBytes,
  waitForFreeSpace,
} from './free-space.ts'

test("free space is measured in bytes on the folder's disk", async () => {
  const free = await freeBytes(tmpdir())
  expect(Number.isInteger(free)).toBe(true)
  expect(free).toBeGreaterThan(0)
})

test.each([
  [reserveBytes, 0, true],
  [reserveBytes - 1, 0, false],
  [reserveBytes + 10, 10, true],
  [reserveBytes + 9, 10, false],
])('with %d bytes free, there is space for %d more: %s', async (free, needed, expected) => {
  expect(await hasFreeSpace({ freeBytes: async () => free }, needed)).toBe(expected)
})

test('below the reserve, the error says that the disk is full and what to do', async () => {
  await expect(requireFreeSpace({ freeBytes: async () => 0 })).rejects.toMatchObject({
    status: 503,
    message: 'The disk is full. Free up space on the server, then try again.',
    details: { reason: 'diskFull', retryAfter: 30 },
  })
})

test('a disk is full below the floor and stays so until clearly more is free', () => {
  const free = [floorBytes, floorBytes - 1, floorBytes, roomyBytes - 1, roomyBytes, floorBytes]
  let isFull = false
  const states = free.map((bytes) => {
    isFull = isStillFull(isFull, bytes)
    return isFull
  })
  expect(states).toEqual([false, true, true, true, false, false])
})

test('waiting ends once there is space or the process is to stop', async () => {
  const left = [0, reserveBytes - 1, reserveBytes]
  const stopping = new AbortController()
  await waitForFreeSpace({ freeBytes: async () => left.shift() ?? 0, stopping: stopping.signal }, 1)
  expect(left).toEqual([])
  const waiting = waitForFreeSpace({ freeBytes: async () => 0, stopping: stopping.signal }, 60_000)
  stopping.abort()
  await waiting
})
