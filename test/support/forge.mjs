// A forge on the container's loopback: git's own server program over HTTPS, for whoever sends the right token.
// argv: directory of repositories · key · certificate · wanted "user:password" · file for the Authorization headers · program and arguments to run
import { spawn, spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { createServer } from 'node:https';

const [root, key, cert, wanted, seen, ...command] = process.argv.slice(2);
const server = createServer({ key: readFileSync(key), cert: readFileSync(cert) }, (request, response) => {
  const { authorization = 'none' } = request.headers;
  appendFileSync(seen, `${authorization}\n`);
  if (authorization !== `Basic ${Buffer.from(wanted).toString('base64')}`) {
    response.writeHead(401, { 'WWW-Authenticate': 'Basic realm="forge"' }).end();
    return;
  }
  const body = [];
  request.on('data', (chunk) => body.push(chunk));
  request.on('end', () => {
    const { pathname, search } = new URL(request.url, 'https://forge');
    // git-http-backend(1)
    const answer = spawnSync('git', ['http-backend'], {
      input: Buffer.concat(body),
      env: {
        ...process.env,
        GIT_PROJECT_ROOT: root,
        GIT_HTTP_EXPORT_ALL: '1',
        REQUEST_METHOD: request.method,
        PATH_INFO: pathname,
        QUERY_STRING: search.slice(1),
        CONTENT_TYPE: request.headers['content-type'] ?? '',
        HTTP_CONTENT_ENCODING: request.headers['content-encoding'] ?? '',
        REMOTE_USER: 'ada',
      },
    }).stdout;
    const end = answer.indexOf('\r\n\r\n');
    for (const line of answer.subarray(0, end).toString().split('\r\n')) {
      const [, name, value] = /^([^:]+): (.*)$/.exec(line) ?? [];
      if (name === 'Status') response.statusCode = Number.parseInt(value, 10);
      else if (name !== undefined) response.setHeader(name, value);
    }
    response.end(answer.subarray(end + 4));
  });
});
server.listen(443, '127.0.0.1', () => {
  spawn(command[0], command.slice(1), { stdio: 'inherit' }).on('exit', (code) => process.exit(code ?? 1));
});
