package dev.setpoint.junit.fabric8;

import dev.setpoint.apiserver.http.LocalCalls;
import dev.setpoint.base.Env;
import io.fabric8.kubernetes.client.http.StandardHttpClientBuilder;
import java.util.concurrent.atomic.AtomicBoolean;

/// What fabric8 configures a client with; of it, only the interceptors matter here.
final class LocalHttpBuilder extends StandardHttpClientBuilder<LocalHttpClient, LocalHttpFactory, LocalHttpBuilder> {
    private final Env env;
    private final LocalCalls calls;

    LocalHttpBuilder(LocalHttpFactory factory, Env env, LocalCalls calls) {
        super(factory);
        this.env = env;
        this.calls = calls;
    }

    @Override
    public LocalHttpClient build() {
        AtomicBoolean closed = client == null ? new AtomicBoolean() : client.getClosed();
        return new LocalHttpClient(this, closed, env, calls);
    }

    @Override
    protected LocalHttpBuilder newInstance(LocalHttpFactory factory) {
        return new LocalHttpBuilder(factory, env, calls);
    }
}
