# The server in an image: non-root, with the index baked in, so that a container starts offline and writes nothing.
#   docker build -t loreguide .          to pin the base by digest: --build-arg BASE=python@sha256:…
#   docker run --rm -p 127.0.0.1:8180:8180 loreguide
ARG BASE=python:3.11.11-slim-bookworm

FROM ${BASE} AS build
ENV PIP_DISABLE_PIP_VERSION_CHECK=1 PIP_NO_CACHE_DIR=1
RUN python -m venv /opt/loreguide
WORKDIR /src
COPY requirements-serve.lock ./
RUN /opt/loreguide/bin/pip install --require-hashes -r requirements-serve.lock
COPY pyproject.toml README.md LICENSE ./
COPY corpus corpus
COPY engine engine
COPY indexer indexer
COPY server server
RUN /opt/loreguide/bin/pip install --no-deps --no-build-isolation . \
    && LOREGUIDE_CACHE=/var/lib/loreguide /opt/loreguide/bin/loreguide setup \
    && /opt/loreguide/bin/python -m compileall -q /opt/loreguide/lib

FROM ${BASE}
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin loreguide
COPY --from=build /opt/loreguide /opt/loreguide
COPY --from=build /var/lib/loreguide /var/lib/loreguide
ENV PATH=/opt/loreguide/bin:$PATH LOREGUIDE_CACHE=/var/lib/loreguide PYTHONUNBUFFERED=1
USER 10001:10001
EXPOSE 8180
HEALTHCHECK --interval=15s --timeout=5s --start-period=20s \
    CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8180/healthz', timeout=4)"]
ENTRYPOINT ["loreguide"]
CMD ["serve", "--host", "0.0.0.0", "--log", "json"]
