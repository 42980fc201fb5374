// The container's health check: whether this process can work. Exits with 0 or 1.
const { ROLE, PORT = '4000', HEALTH_PORT = '4002' } = process.env
const port = ROLE === 'worker' ? HEALTH_PORT : PORT

try {
  const response = await fetch(`http://127.0.0.1:${port}/readyz`, { signal: AbortSignal.timeout(5_500) })
  process.stdout.write(await response.text())
  process.exitCode = response.ok ? 0 : 1
} catch (error) {
  process.stdout.write(error instanceof Error ? error.message : String(error))
  process.exitCode = 1
}
