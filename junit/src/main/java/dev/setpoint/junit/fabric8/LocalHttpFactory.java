package dev.setpoint.junit.fabric8;

import dev.setpoint.apiserver.http.LocalCalls;
import dev.setpoint.base.Env;
import io.fabric8.kubernetes.client.Config;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.utils.HttpClientUtils;

/// Makes clients that call an API server in this JVM.
///
///     new KubernetesClientBuilder().withConfig(config).withHttpClientFactory(factory).build()
public final class LocalHttpFactory implements HttpClient.Factory {
    private final Env env;
    private final LocalCalls calls;

    /// @param env of whoever calls, whose threads carry answers
    public LocalHttpFactory(Env env, LocalCalls calls) {
        this.env = env;
        this.calls = calls;
    }

    /// As fabric8 does it, but for what belongs to sockets: keys and proxies.
    @Override
    public HttpClient.Builder newBuilder(Config config) {
        HttpClient.Builder builder = newBuilder();
        HttpClientUtils.createApplicableInterceptors(config, this).forEach(builder::addOrReplaceInterceptor);
        return builder;
    }

    @Override
    public HttpClient.Builder newBuilder() {
        return new LocalHttpBuilder(this, env, calls);
    }
}
