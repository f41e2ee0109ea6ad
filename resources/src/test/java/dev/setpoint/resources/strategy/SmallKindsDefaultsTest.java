package dev.setpoint.resources.strategy;

import static dev.setpoint.resources.strategy.Samples.object;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.header.SelectableFields;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/// Kinds whose defaults are a handful of fields, found through the registry of strategies.
class SmallKindsDefaultsTest {
    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            autoscaling/v2 | HorizontalPodAutoscaler | {'spec':{'maxReplicas':3}} | {'spec':{'maxReplicas':3,'minReplicas':1,'metrics':[{'type':'Resource','resource':{'name':'cpu','target':{'type':'Utilization','averageUtilization':80}}}]}}
            autoscaling/v2 | HorizontalPodAutoscaler | {'spec':{'minReplicas':2,'metrics':[{}],'behavior':{'scaleDown':{'policies':[]}}}} | {'spec':{'minReplicas':2,'metrics':[{}],'behavior':{'scaleDown':{'policies':[],'selectPolicy':'Max'},'scaleUp':{'selectPolicy':'Max','stabilizationWindowSeconds':0,'policies':[{'type':'Pods','value':4,'periodSeconds':15},{'type':'Percent','value':100,'periodSeconds':15}]}}}}
            networking.k8s.io/v1 | NetworkPolicy | {'spec':{'ingress':[{'ports':[{'port':80}]}]}} | {'spec':{'ingress':[{'ports':[{'port':80,'protocol':'TCP'}]}],'policyTypes':['Ingress']}}
            networking.k8s.io/v1 | NetworkPolicy | {'spec':{'egress':[{}]}} | {'spec':{'egress':[{}],'policyTypes':['Ingress','Egress']}}
            networking.k8s.io/v1 | NetworkPolicy | {'spec':{'egress':[{}],'policyTypes':['Egress']}} | {'spec':{'egress':[{}],'policyTypes':['Egress']}}
            networking.k8s.io/v1 | IngressClass | {'spec':{'controller':'c','parameters':{'kind':'K','name':'n'}}} | {'spec':{'controller':'c','parameters':{'kind':'K','name':'n','scope':'Cluster'}}}
            rbac.authorization.k8s.io/v1 | RoleBinding | {'roleRef':{'kind':'Role','name':'x'},'subjects':[{'kind':'User','name':'u'},{'kind':'ServiceAccount','name':'s'}]} | {'roleRef':{'kind':'Role','name':'x','apiGroup':'rbac.authorization.k8s.io'},'subjects':[{'kind':'User','name':'u','apiGroup':'rbac.authorization.k8s.io'},{'kind':'ServiceAccount','name':'s'}]}
            storage.k8s.io/v1 | StorageClass | {'provisioner':'p'} | {'provisioner':'p','reclaimPolicy':'Delete','volumeBindingMode':'Immediate'}
            storage.k8s.io/v1 | CSIDriver | {'spec':{'podInfoOnMount':true}} | {'spec':{'podInfoOnMount':true,'attachRequired':true,'storageCapacity':false,'fsGroupPolicy':'ReadWriteOnceWithFSType','requiresRepublish':false,'seLinuxMount':false,'volumeLifecycleModes':['Persistent']}}
            scheduling.k8s.io/v1 | PriorityClass | {'value':5} | {'value':5,'preemptionPolicy':'PreemptLowerPriority'}
            admissionregistration.k8s.io/v1 | MutatingWebhookConfiguration | {'webhooks':[{'name':'w','clientConfig':{'service':{'name':'s'}},'rules':[{}]}]} | {'webhooks':[{'name':'w','clientConfig':{'service':{'name':'s','port':443}},'rules':[{'scope':'*'}],'failurePolicy':'Fail','matchPolicy':'Equivalent','namespaceSelector':{},'objectSelector':{},'timeoutSeconds':10,'reinvocationPolicy':'Never'}]}
            admissionregistration.k8s.io/v1 | ValidatingWebhookConfiguration | {'webhooks':[{'name':'w','timeoutSeconds':3}]} | {'webhooks':[{'name':'w','failurePolicy':'Fail','matchPolicy':'Equivalent','namespaceSelector':{},'objectSelector':{},'timeoutSeconds':3}]}
            admissionregistration.k8s.io/v1 | ValidatingAdmissionPolicy | {'spec':{'matchConstraints':{'resourceRules':[{}]}}} | {'spec':{'failurePolicy':'Fail','matchConstraints':{'resourceRules':[{'scope':'*'}],'matchPolicy':'Equivalent','namespaceSelector':{},'objectSelector':{}}}}
            flowcontrol.apiserver.k8s.io/v1 | FlowSchema | {'spec':{}} | {'spec':{'matchingPrecedence':1000}}
            flowcontrol.apiserver.k8s.io/v1 | PriorityLevelConfiguration | {'spec':{'limited':{'limitResponse':{'queuing':{'queues':3}}}}} | {'spec':{'limited':{'nominalConcurrencyShares':30,'lendablePercent':0,'limitResponse':{'queuing':{'queues':3,'handSize':8,'queueLengthLimit':50}}}}}
            resource.k8s.io/v1 | ResourceClaim | {'spec':{'devices':{'requests':[{'name':'r','exactly':{}},{'firstAvailable':[{'allocationMode':'All'}]}]}}} | {'spec':{'devices':{'requests':[{'name':'r','exactly':{'allocationMode':'ExactCount','count':1}},{'firstAvailable':[{'allocationMode':'All'}]}]}}}
            """)
    void fillsWhatIsLeftOut(String apiVersion, String kind, String given, String expected) {
        Strategy strategy = Samples.STRATEGIES.of(GroupVersionKind.of(apiVersion, kind));
        JsonObject once = object(given);
        strategy.defaults().applyDefaults(once);
        assertThat(once).isEqualTo(object(expected));
        strategy.defaults().applyDefaults(once);
        assertThat(once).isEqualTo(object(expected));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            policy/v1                 | PodDisruptionBudget       | {'disruptionsAllowed':0,'currentHealthy':0,'desiredHealthy':0,'expectedPods':0}
            networking.k8s.io/v1      | Ingress                   | {'loadBalancer':{}}
            storage.k8s.io/v1         | VolumeAttachment          | {'attached':false}
            certificates.k8s.io/v1    | CertificateSigningRequest | {}
            """)
    void beginsWithAStatusOfItsOwn(String apiVersion, String kind, String status) {
        JsonObject object = object("{'spec':{},'status':{'forged':true}}");
        Samples.STRATEGIES
                .of(GroupVersionKind.of(apiVersion, kind))
                .preparation()
                .prepareForCreate(object);
        assertThat(object.get("status")).isEqualTo(object(status));
    }

    @Test
    void anApprovalChangesTheConditionsOfARequestAlone() {
        Strategy strategy =
                Samples.STRATEGIES.of(GroupVersionKind.of("certificates.k8s.io/v1", "CertificateSigningRequest"));
        JsonObject old = object("{'spec':{'request':'a'},'status':{'certificate':'c'}}");
        JsonObject approved =
                object("{'spec':{'request':'b'},'status':{'certificate':'d','conditions':[{'type':'Approved'}]}}");

        strategy.preparation().prepareForSubresourceUpdate("approval", approved, old);

        assertThat(approved)
                .isEqualTo(object(
                        "{'spec':{'request':'a'},'status':{'certificate':'c','conditions':[{'type':'Approved'}]}}"));
        assertThat(old).isEqualTo(object("{'spec':{'request':'a'},'status':{'certificate':'c'}}"));
    }

    /// Every kind of the table survives being empty: a registry must never fail on what a client sends.
    @Test
    void nothingTripsOverAnEmptyObject() {
        List<ResourceType> types = ResourceTable.builtIn().types();
        assertThat(types).isNotEmpty();
        for (ResourceType type : types) {
            Strategy strategy = Samples.STRATEGIES.of(
                    new GroupVersionKind(type.storage().group(), type.storage().version(), type.kind()));
            JsonObject object = new JsonObject();
            strategy.defaults().applyDefaults(object);
            strategy.preparation().prepareForCreate(object);
            JsonObject changed = object.copy();
            strategy.preparation().prepareForUpdate(changed, object);
            strategy.preparation().prepareForStatusUpdate(changed, object);
            assertThat(strategy.rules().validate(object)).as("%s", type).isNotNull();
            assertThat(strategy.rules().validateUpdate(changed, object))
                    .as("%s", type)
                    .isNotNull();
            assertThat(strategy.rules().validateStatusUpdate(changed, object))
                    .as("%s", type)
                    .isNotNull();
            assertThat(strategy.warnings().warnings(object)).as("%s", type).isNotNull();
            assertThat(SelectableFields.of(
                                    type.storageResource().groupResource().toString())
                            .of(object))
                    .as("%s", type)
                    .isNotNull();
        }
    }
}
