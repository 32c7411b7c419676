import { pseudoRandom } from '#engine/pseudo-random.ts'

const rounds = 6
const smoothing = 0.75

/**
 * Returns word vectors from a co-occurrence matrix: positive pointwise mutual information, factorized by subspace
 * iteration. Overwrites the matrix. The result has `size` rows of `dimensions`.
 */
export function factorize(matrix: Float32Array, size: number, dimensions: number): Float64Array {
  toMutualInformation(matrix, size)
  const random = pseudoRandom(1)
  let basis = Float64Array.from({ length: size * dimensions }, () => random() - 0.5)
  for (let round = 0; round < rounds; round++) {
    basis = multiply(matrix, basis, size, dimensions)
    orthonormalize(basis, size, dimensions)
  }
  const image = multiply(matrix, basis, size, dimensions)
  const { values, vectors } = eigen(innerProducts(basis, image, size, dimensions), dimensions)
  const result = new Float64Array(size * dimensions)
  for (let row = 0; row < size; row++) {
    for (let k = 0; k < dimensions; k++) {
      let value = 0
      for (let j = 0; j < dimensions; j++) value += basis[row * dimensions + j]! * vectors[j * dimensions + k]!
      result[row * dimensions + k] = value * Math.sqrt(Math.abs(values[k]!))
    }
  }
  return result
}

/**
 * Removes from all vectors the `count` directions that they share most, such as from work to leisure, which say less
 * about a topic than their size suggests. Works in place and leaves every vector with length 1.
 */
export function removeCommonDirections(vectors: Float64Array, size: number, dimensions: number, count: number): void {
  normalize(vectors, dimensions)
  const center = new Float64Array(dimensions)
  for (let at = 0; at < vectors.length; at++) center[at % dimensions]! += vectors[at]! / size
  for (let at = 0; at < vectors.length; at++) vectors[at]! -= center[at % dimensions]!
  const { values, vectors: axes } = eigen(innerProducts(vectors, vectors, size, dimensions), dimensions)
  const common = [...values.keys()].sort((a, b) => values[b]! - values[a]!).slice(0, count)
  for (let from = 0; from < vectors.length; from += dimensions) {
    for (const axis of common) {
      let along = 0
      for (let k = 0; k < dimensions; k++) along += vectors[from + k]! * axes[k * dimensions + axis]!
      for (let k = 0; k < dimensions; k++) vectors[from + k]! -= along * axes[k * dimensions + axis]!
    }
  }
  normalize(vectors, dimensions)
}

function normalize(vectors: Float64Array, dimensions: number): void {
  for (let from = 0; from < vectors.length; from += dimensions) {
    const norm = Math.hypot(...vectors.subarray(from, from + dimensions)) || 1
    for (let k = from; k < from + dimensions; k++) vectors[k]! /= norm
  }
}

function toMutualInformation(matrix: Float32Array, size: number): void {
  const totals = new Float64Array(size)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) totals[row]! += matrix[row * size + column]!
  }
  const smoothed = totals.map((total) => total ** smoothing)
  const sum = smoothed.reduce((total, value) => total + value, 0)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < row; column++) {
      const both = matrix[row * size + column]!
      const one = Math.max(0, Math.log((both * sum) / (totals[row]! * smoothed[column]!)))
      const other = Math.max(0, Math.log((both * sum) / (totals[column]! * smoothed[row]!)))
      const value = both > 0 ? (one + other) / 2 : 0
      matrix[row * size + column] = value
      matrix[column * size + row] = value
    }
  }
}

function multiply(
  matrix: Float32Array,
  basis: Float64Array,
  size: number,
  dimensions: number,
): Float64Array<ArrayBuffer> {
  const result = new Float64Array(size * dimensions)
  for (let row = 0; row < size; row++) {
    for (let column = 0; column < size; column++) {
      const value = matrix[row * size + column]!
      if (value === 0) continue
      const from = column * dimensions
      const to = row * dimensions
      for (let k = 0; k < dimensions; k++) result[to + k]! += value * basis[from + k]!
    }
  }
  return result
}

/** Orthonormalizes the columns in place, by the Gram-Schmidt process. */
function orthonormalize(basis: Float64Array, size: number, dimensions: number): void {
  for (let k = 0; k < dimensions; k++) {
    for (let j = 0; j < k; j++) {
      let product = 0
      for (let row = 0; row < size; row++) product += basis[row * dimensions + k]! * basis[row * dimensions + j]!
      for (let row = 0; row < size; row++) basis[row * dimensions + k]! -= product * basis[row * dimensions + j]!
    }
    let norm = 0
    for (let row = 0; row < size; row++) norm += basis[row * dimensions + k]! ** 2
    norm = Math.sqrt(norm) || 1
    for (let row = 0; row < size; row++) basis[row * dimensions + k]! /= norm
  }
}

function innerProducts(a: Float64Array, b: Float64Array, size: number, dimensions: number): Float64Array {
  const result = new Float64Array(dimensions * dimensions)
  for (let row = 0; row < size; row++) {
    for (let i = 0; i < dimensions; i++) {
      for (let j = 0; j < dimensions; j++) {
        result[i * dimensions + j]! += a[row * dimensions + i]! * b[row * dimensions + j]!
      }
    }
  }
  return result
}

/** Returns the eigenvalues and eigenvectors (as columns) of a small symmetric matrix, by Jacobi's method. */
function eigen(matrix: Float64Array, n: number): { values: Float64Array; vectors: Float64Array } {
  const a = Float64Array.from(matrix)
  const vectors = new Float64Array(n * n)
  for (let i = 0; i < n; i++) vectors[i * n + i] = 1
  for (let sweep = 0; sweep < 30; sweep++) {
    for (let p = 0; p < n; p++) for (let q = p + 1; q < n; q++) rotate(a, vectors, n, p, q)
  }
  return { values: Float64Array.from({ length: n }, (_, i) => a[i * n + i]!), vectors }
}

function rotate(a: Float64Array, vectors: Float64Array, n: number, p: number, q: number): void {
  const off = a[p * n + q]!
  if (Math.abs(off) < 1e-12) return
  const theta = (a[q * n + q]! - a[p * n + p]!) / (2 * off)
  const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1))
  const cosine = 1 / Math.sqrt(t * t + 1)
  const sine = t * cosine
  for (let k = 0; k < n; k++) turn(a, k * n + p, k * n + q, cosine, sine)
  for (let k = 0; k < n; k++) turn(a, p * n + k, q * n + k, cosine, sine)
  for (let k = 0; k < n; k++) turn(vectors, k * n + p, k * n + q, cosine, sine)
}

function turn(values: Float64Array, i: number, j: number, cosine: number, sine: number): void {
  const x = values[i]!
  const y = values[j]!
  values[i] = cosine * x - sine * y
  values[j] = sine * x + cosine * y
}
