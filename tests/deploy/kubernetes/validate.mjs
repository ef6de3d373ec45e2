// Holds Kubernetes manifests, a list as JSON on standard input, against the schemas of Kubernetes. Says what does not fit.
import { readFileSync } from 'node:fs'

/** The value, which notes each of its members that nobody has read: the schemas read all that they know, and no other. */
function watched(value, path, unread) {
  if (value === null || typeof value !== 'object') return value
  const inner = Array.isArray(value) ? [] : {}
  for (const [name, member] of Object.entries(value)) {
    const at = `${path}/${name}`
    unread.add(at)
    inner[name] = watched(member, at, unread)
  }
  return new Proxy(inner, {
    get(target, name) {
      unread.delete(`${path}/${String(name)}`)
      return target[name]
    },
  })
}

/** Below what the schemas leave open, such as the value of a resource's limit, nothing is read. */
const known = (path, unread) => [...unread].some((other) => path.startsWith(`${other}/`))

/** Where the schema of a kind is: Kubernetes' own, or of what extends it. */
function schema(group, version, kind) {
  const word = (text) => text[0].toUpperCase() + text.slice(1)
  if (group === 'gateway.networking.k8s.io') {
    return `@kubernetes-models/gateway-api/_schemas/IoK8sSigsGatewayApiApis${word(version)}${kind}`
  }
  if (group === 'monitoring.coreos.com') {
    const operator = 'ComGithubPrometheusOperatorPrometheusOperatorPkgApisMonitoring'
    // Its package does not offer its schemas by name.
    return `./node_modules/@kubernetes-models/prometheus-operator/_schemas/${operator}${word(version)}${kind}.js`
  }
  return `kubernetes-models/_schemas/IoK8sApi${word(group.split('.')[0])}${word(version)}${kind}`
}

let wrong = 0
for (const manifest of JSON.parse(readFileSync(0, 'utf8'))) {
  const { apiVersion, kind } = manifest
  const [group, version] = apiVersion.includes('/') ? apiVersion.split('/') : ['core', apiVersion]
  const { validate } = await import(schema(group, version, kind))
  const unread = new Set()
  const fits = validate(watched(manifest, '', unread))
  const said = fits ? [] : validate.errors.map((error) => `${error.instancePath} ${error.message ?? error.keyword}`)
  if (fits) said.push(...[...unread].filter((path) => !known(path, unread)).map((path) => `${path} is unknown`))
  for (const line of said) console.error(`${kind} ${manifest.metadata?.name}: ${line}`)
  wrong += said.length
}
process.exit(wrong === 0 ? 0 : 1)
