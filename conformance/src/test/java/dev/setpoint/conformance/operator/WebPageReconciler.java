package dev.setpoint.conformance.operator;

import io.fabric8.kubernetes.api.model.ConfigMap;
import io.fabric8.kubernetes.api.model.ConfigMapBuilder;
import io.fabric8.kubernetes.api.model.ObjectMetaBuilder;
import io.fabric8.kubernetes.api.model.apps.Deployment;
import io.fabric8.kubernetes.api.model.apps.DeploymentBuilder;
import io.javaoperatorsdk.operator.api.reconciler.Cleaner;
import io.javaoperatorsdk.operator.api.reconciler.Context;
import io.javaoperatorsdk.operator.api.reconciler.ControllerConfiguration;
import io.javaoperatorsdk.operator.api.reconciler.DeleteControl;
import io.javaoperatorsdk.operator.api.reconciler.Reconciler;
import io.javaoperatorsdk.operator.api.reconciler.UpdateControl;
import io.javaoperatorsdk.operator.api.reconciler.Workflow;
import io.javaoperatorsdk.operator.api.reconciler.dependent.Dependent;
import io.javaoperatorsdk.operator.processing.dependent.kubernetes.CRUDKubernetesDependentResource;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;

/// Serves pages with a ConfigMap and a Deployment each, both kept by server-side apply.
@Workflow(
        dependents = {
            @Dependent(type = WebPageReconciler.Content.class),
            @Dependent(type = WebPageReconciler.Servers.class)
        })
@ControllerConfiguration
public class WebPageReconciler implements Reconciler<WebPage>, Cleaner<WebPage> {
    private final AtomicInteger cleanups = new AtomicInteger();

    @Override
    public UpdateControl<WebPage> reconcile(WebPage page, Context<WebPage> context) {
        WebPage.Status status =
                new WebPage.Status(page.getSpec().html(), page.getMetadata().getGeneration());
        if (status.equals(page.getStatus())) {
            // A patch that changes nothing is answered with what others wrote meanwhile, which the SDK then takes for
            // its own and tells nobody of.
            return UpdateControl.noUpdate();
        }
        WebPage told = new WebPage();
        told.setMetadata(new ObjectMetaBuilder()
                .withNamespace(page.getMetadata().getNamespace())
                .withName(page.getMetadata().getName())
                .build());
        told.setStatus(status);
        return UpdateControl.patchStatus(told);
    }

    @Override
    public DeleteControl cleanup(WebPage page, Context<WebPage> context) {
        cleanups.incrementAndGet();
        return DeleteControl.defaultDelete();
    }

    int cleanups() {
        return cleanups.get();
    }

    /// What is served.
    public static class Content extends CRUDKubernetesDependentResource<ConfigMap, WebPage> {
        public Content() {
            super(ConfigMap.class);
        }

        @Override
        protected ConfigMap desired(WebPage page, Context<WebPage> context) {
            return new ConfigMapBuilder()
                    .withNewMetadata()
                    .withNamespace(page.getMetadata().getNamespace())
                    .withName(page.getMetadata().getName())
                    .addToLabels("app", "page")
                    .endMetadata()
                    .addToData("index.html", page.getSpec().html())
                    .build();
        }
    }

    /// Who serves it.
    public static class Servers extends CRUDKubernetesDependentResource<Deployment, WebPage> {
        public Servers() {
            super(Deployment.class);
        }

        @Override
        protected Deployment desired(WebPage page, Context<WebPage> context) {
            Map<String, String> labels = Map.of("page", page.getMetadata().getName());
            return new DeploymentBuilder()
                    .withNewMetadata()
                    .withNamespace(page.getMetadata().getNamespace())
                    .withName(page.getMetadata().getName())
                    .endMetadata()
                    .withNewSpec()
                    .withReplicas(page.getSpec().replicas())
                    .withNewSelector()
                    .withMatchLabels(labels)
                    .endSelector()
                    .withNewTemplate()
                    .withNewMetadata()
                    .withLabels(labels)
                    .endMetadata()
                    .withNewSpec()
                    .addNewContainer()
                    .withName("web")
                    .withImage("nginx:1.27")
                    .addNewPort()
                    .withContainerPort(80)
                    .endPort()
                    .endContainer()
                    .endSpec()
                    .endTemplate()
                    .endSpec()
                    .build();
        }
    }
}
