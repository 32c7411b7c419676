import { BlockList, isIPv6 } from 'node:net'
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from '@prometheus-io/client'
import type { FastifyInstance } from 'fastify'
import { ApiError } from '#platform/contract/errors.ts'
import type { Ctx } from '#platform/server/ctx.ts'
import type { AnswerMeter } from '#platform/server/http/request-log.ts'
import type { Hub } from '#platform/server/http/stream/stream-hub.ts'
import type { ReadFigures } from './figures.ts'
import { setFigures, unsetFigures } from './metrics-figures.ts'

/** The metrics of requests. */
export interface Meter extends AnswerMeter {
  registry: Registry
}

const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30]
/** The time in ms between two samples of the event loop. With the default of 10, they take most of an idle process. */
const samplingMs = 100
/** Headers that various proxies add. */
const proxyHeaders = /^(x-forwarded-.*|forwarded|via|x-real-ip|x-client-ip|true-client-ip|cf-connecting-ip)$/
/** Stays open as long as the client does, so its duration means nothing. */
const endless = '/api/events'

/**
 * Returns the registry with request metrics. Labels have bounded values: route patterns, known methods and statuses.
 * `ofProcess` adds metrics of the process, such as memory and event loop.
 */
export function openMeter(version: string, ofProcess: boolean): Meter {
  const registry = new Registry()
  const registers = [registry]
  if (ofProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: samplingMs })
  new Gauge({
    name: 'earshot_build_info',
    help: 'Version of Earshot and Node.js',
    labelNames: ['version', 'node'],
    registers,
  })
    .labels(version, process.version)
    .set(1)
  const requests = new Counter({
    name: 'earshot_http_requests_total',
    help: 'HTTP requests',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const durations = new Histogram({
    name: 'earshot_http_request_duration_seconds',
    help: 'Duration of HTTP requests, without event streams',
    labelNames: ['route', 'method'],
    buckets,
    registers,
  })
  return {
    registry,
    answered: ({ route, method, status, seconds }) => {
      requests.labels(route, method, String(status)).inc()
      if (route !== endless) durations.labels(route, method).observe(seconds)
    },
  }
}

/**
 * Serves `GET /api/metrics` in Prometheus's text format to direct callers on this machine or its private network. Other
 * callers get 404 (docs/decisions/0016).
 */
export function registerMetrics(
  app: FastifyInstance,
  ctx: Ctx,
  { meter, hub, figures }: { meter: Meter; hub: Hub; figures: ReadFigures },
): void {
  const { registry } = meter
  const registers = [registry]
  new Gauge({
    name: 'earshot_event_streams',
    help: 'Open event streams of this process',
    registers,
    collect() {
      this.set(hub.size())
    },
  })
  const connections = new Gauge({
    name: 'earshot_database_connections',
    help: 'Database connections of this process and requests waiting for one',
    labelNames: ['state'],
    registers,
    collect() {
      for (const [state, count] of Object.entries(ctx.db.usage())) connections.labels(state).set(count)
    },
  })
  const up = new Gauge({ name: 'earshot_database_up', help: 'Whether the database responds', registers })
  app.get('/api/metrics', async (request, reply) => {
    if (
      Object.keys(request.headers).some((name) => proxyHeaders.test(name)) ||
      !isNear(request.socket.remoteAddress ?? '')
    )
      throw new ApiError('NotFoundError', 'Not Found')
    try {
      setFigures(registry, await figures(ctx), ctx.now())
      up.set(1)
    } catch {
      // Omits the figures and reports that the database is down.
      unsetFigures(registry)
      up.set(0)
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}

const near = new BlockList()

for (const [address, bits] of [
  ['127.0.0.0', 8],
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['169.254.0.0', 16],
] as const) {
  near.addSubnet(address, bits, 'ipv4')
}

for (const [address, bits] of [
  ['::1', 128],
  ['fc00::', 7],
  ['fe80::', 10],
] as const) {
  near.addSubnet(address, bits, 'ipv6')
}

/** Returns whether an address belongs to this machine or a private network. */
export function isNear(address: string): boolean {
  return near.check(address.split('%')[0] ?? '', isIPv6(address) ? 'ipv6' : 'ipv4')
}
