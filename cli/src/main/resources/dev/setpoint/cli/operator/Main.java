package @package@;

import dev.setpoint.base.Env;
import dev.setpoint.base.metrics.Metrics;
import dev.setpoint.base.real.ProcessEnd;
import dev.setpoint.base.real.RealEnv;
import dev.setpoint.client.Typed;
import dev.setpoint.client.https.HttpsClient;
import dev.setpoint.reconcile.Loops;
import io.fabric8.kubernetes.api.model.apiextensions.v1.CustomResourceDefinition;
import io.fabric8.kubernetes.client.Config;
import java.time.Duration;

/// Runs the operator against the cluster that the kubeconfig names, or the one that it runs in.
public final class Main {
    private static final String NAME = "@name@-operator";
    private static final Duration END = Duration.ofSeconds(5);

    private Main() {}

    public static void main(String[] arguments) {
        Env env = RealEnv.create(NAME);
        HttpsClient client = HttpsClient.connect(env, Config.autoConfigure(null), NAME);
        Typed.of(CustomResourceDefinition.class).over(client).as(NAME).apply(Definition.load(), true);
        Loops loops = new Loops(env, client, new Metrics());
        loops.add(@Kind@Reconciler.controller());
        loops.start();
        ProcessEnd.inOrder(END, () -> {
            loops.close();
            client.close();
        });
        System.out.println(NAME + " is running");
        while (true) {
            env.sleep(Duration.ofDays(1)); // The end comes from outside.
        }
    }
}
