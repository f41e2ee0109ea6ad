package dev.setpoint.resources.table;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.setpoint.machinery.api.GroupVersionKind;
import dev.setpoint.machinery.json.JsonArray;
import dev.setpoint.machinery.json.JsonObject;
import dev.setpoint.machinery.json.JsonReader;
import dev.setpoint.machinery.json.JsonValue;
import dev.setpoint.resources.ResourceTable;
import dev.setpoint.resources.ResourceType;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class RowPrintersTest {
    private static final Instant NOW = Instant.parse("2026-05-01T12:00:00Z");
    private static final String META = "'metadata':{'name':'x','creationTimestamp':'2026-05-01T11:59:00Z'}";
    private static final String TEMPLATE = "'template':{'metadata':{'labels':{'a':'b'}},'spec':{'containers':["
            + "{'name':'one','image':'i:1'},{'name':'two','image':'i:2'}],'nodeSelector':{'no':'where'}}}";

    @Test
    void printsACellForEveryColumnWhateverTheObjectLacks() {
        for (ResourceType type : ResourceTable.builtIn().types()) {
            if (type.allows("list")) {
                Row row = RowPrinters.of(type).print(new JsonObject(), NOW);
                // Kubernetes prints the age of an IPAddress, for which it has no column.
                int beyond = type.kind().equals("IPAddress") ? 1 : 0;
                assertThat(row.cells())
                        .as(type.kind())
                        .hasSize(Columns.of(type.resource()).size() + beyond);
            }
        }
    }

    @Test
    void printsNamesAndTimesForKindsWithoutARowOfTheirOwn() {
        assertThat(cells("rbac.authorization.k8s.io/v1", "Role", "{" + META + "}"))
                .isEqualTo(json("['x','2026-05-01T11:59:00Z']"));
    }

    /// Each line: apiVersion, kind, the object but for its metadata, the cells.
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            value = {
                "v1 | Namespace | 'status':{'phase':'Active'} | ['x','Active','60s']",
                "v1 | ConfigMap | 'data':{'k':'v','l':'w'},'binaryData':{'m':''} | ['x',3,'60s']",
                "v1 | Secret | 'type':'Opaque','data':{'a':'b'} | ['x','Opaque',1,'60s']",
                "v1 | ServiceAccount | 'a':1 | ['x','60s']",
                "v1 | LimitRange | 'a':1 | ['x','2026-05-01T11:59:00Z']",
                "v1 | PodTemplate | #T | ['x','one,two','i:1,i:2','a=b']",
                "v1 | ReplicationController | 'spec':{'replicas':2,'selector':{'b':'c','a':'b'},#T},'status':{'replicas':1} "
                        + "| ['x',2,1,0,'60s','one,two','i:1,i:2','a=b,b=c']",
                "v1 | ComponentStatus | 'conditions':[{'type':'Healthy','status':'False','message':'m','error':'e'}] "
                        + "| ['x','Unhealthy','m','e']",
                "v1 | ResourceQuota | 'status':{'hard':{'pods':'2','limits.cpu':'4','cpu':'1'},'used':{'cpu':'500m'}} "
                        + "| ['x','cpu: 500m/1, pods: 0/2','limits.cpu: 0/4','60s']",
                "v1 | Service | 'spec':{'type':'ClusterIP','clusterIPs':['None'],'ports':[{'port':80,'protocol':'TCP'},"
                        + "{'port':81,'protocol':'UDP','nodePort':30001}],'selector':{'a':'b'}} "
                        + "| ['x','ClusterIP','None','<none>','80/TCP,81:30001/UDP','60s','a=b']",
                "v1 | Service | 'spec':{'type':'LoadBalancer','externalIPs':['9.9.9.9']},"
                        + "'status':{'loadBalancer':{'ingress':[{'hostname':'h'},{'ip':'1.1.1.1'}]}} "
                        + "| ['x','LoadBalancer','<none>','1.1.1.1,h,9.9.9.9','<none>','60s','<none>']",
                "v1 | Service | 'spec':{'type':'LoadBalancer'} "
                        + "| ['x','LoadBalancer','<none>','<pending>','<none>','60s','<none>']",
                "v1 | Service | 'spec':{'type':'ExternalName','externalName':'e.com'} "
                        + "| ['x','ExternalName','<none>','e.com','<none>','60s','<none>']",
                "v1 | Endpoints | 'subsets':[{'addresses':[{'ip':'1.1.1.1'},{'ip':'::1'}],'ports':[{'port':80},{'port':81}]}] "
                        + "| ['x','1.1.1.1:80,[::1]:80,1.1.1.1:81 + 1 more...','60s']",
                "v1 | Endpoints | 'subsets':[] | ['x','<none>','60s']",
                "v1 | PersistentVolume | 'spec':{'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteMany','ReadWriteOnce'],"
                        + "'persistentVolumeReclaimPolicy':'Retain','claimRef':{'namespace':'n','name':'c'},"
                        + "'storageClassName':'s','volumeMode':'Block'},'status':{'phase':'Bound'} "
                        + "| ['x','1Gi','RWO,RWX','Retain','Bound','n/c','s','<unset>','','60s','Block']",
                "v1 | PersistentVolumeClaim | 'spec':{'volumeName':'v','storageClassName':'s'},'status':{'phase':'Bound',"
                        + "'capacity':{'storage':'1Gi'},'accessModes':['ReadWriteOncePod']} "
                        + "| ['x','Bound','v','1Gi','RWOP','s','<unset>','60s','<unset>']",
                "v1 | PersistentVolumeClaim | 'status':{'phase':'Pending'} "
                        + "| ['x','Pending','','','','','<unset>','60s','<unset>']",
                "apps/v1 | Deployment | 'spec':{'replicas':3,'selector':{'matchLabels':{'a':'b'}},#T},"
                        + "'status':{'readyReplicas':1,'updatedReplicas':2,'availableReplicas':1} "
                        + "| ['x','1/3',2,1,'60s','one,two','i:1,i:2','a=b']",
                "apps/v1 | ReplicaSet | 'spec':{'replicas':3,'selector':{'matchExpressions':[{'key':'a','operator':'In',"
                        + "'values':['c','b']},{'key':'d','operator':'Exists'}]}},'status':{'replicas':2,'readyReplicas':1} "
                        + "| ['x',3,2,1,'60s','','','a in (b,c),d']",
                "apps/v1 | StatefulSet | 'spec':{'replicas':2,#T},'status':{'readyReplicas':1} "
                        + "| ['x','1/2','60s','one,two','i:1,i:2']",
                "apps/v1 | DaemonSet | 'spec':{'selector':{},#T},'status':{'desiredNumberScheduled':5,"
                        + "'currentNumberScheduled':4,'numberReady':3,'updatedNumberScheduled':2,'numberAvailable':1} "
                        + "| ['x',5,4,3,2,1,'no=where','60s','one,two','i:1,i:2','<none>']",
                "apps/v1 | ControllerRevision | 'revision':7 | ['x','<none>',7,'60s']",
                "batch/v1 | Job | 'spec':{'completions':3},'status':{'succeeded':1,'startTime':'2026-05-01T11:58:00Z'} "
                        + "| ['x','Running','1/3','2m','60s','','','<none>']",
                "batch/v1 | Job | 'spec':{'parallelism':4},'status':{'conditions':[{'type':'Failed','status':'True'}],"
                        + "'startTime':'2026-05-01T11:58:00Z','completionTime':'2026-05-01T11:58:30Z'} "
                        + "| ['x','Failed','0/1 of 4','30s','60s','','','<none>']",
                "batch/v1 | Job | 'status':{'conditions':[{'type':'Suspended','status':'True'}]} "
                        + "| ['x','Suspended','0/1','','60s','','','<none>']",
                "batch/v1 | CronJob | 'spec':{'schedule':'@daily','suspend':true,'timeZone':'UTC','jobTemplate':{'spec':{#T}}},"
                        + "'status':{'active':[{}],'lastScheduleTime':'2026-05-01T11:00:00Z'} "
                        + "| ['x','@daily','UTC','True',1,'60m','60s','one,two','i:1,i:2','<none>']",
                "policy/v1 | PodDisruptionBudget | 'spec':{'minAvailable':'50%'},'status':{'disruptionsAllowed':2} "
                        + "| ['x','50%','N/A',2,'60s']",
                "scheduling.k8s.io/v1 | PriorityClass | 'value':5,'preemptionPolicy':'Never' | ['x',5,false,'60s','Never']",
                "node.k8s.io/v1 | RuntimeClass | 'handler':'h' | ['x','h','60s']",
                "coordination.k8s.io/v1 | Lease | 'spec':{'holderIdentity':'me'} | ['x','me','60s']",
                "discovery.k8s.io/v1 | EndpointSlice | 'addressType':'IPv4','ports':[{'port':80},{'name':'n'},{}],"
                        + "'endpoints':[{'addresses':['1','2']},{'addresses':['3','4','5']}] "
                        + "| ['x','IPv4','80,n,*','1,2,3 + 2 more...','60s']",
                "discovery.k8s.io/v1 | EndpointSlice | 'addressType':'IPv4' | ['x','IPv4','<unset>','<unset>','60s']",
                "networking.k8s.io/v1 | Ingress | 'spec':{'rules':[{'host':'a'},{},{'host':'b'},{'host':'c'},{'host':'d'}],"
                        + "'tls':[{}]} | ['x','<none>','a,b,c + 2 more...','','80, 443','60s']",
                "networking.k8s.io/v1 | Ingress | 'spec':{'ingressClassName':'c'},"
                        + "'status':{'loadBalancer':{'ingress':[{'ip':'1.1.1.1'}]}} | ['x','c','*','1.1.1.1','80','60s']",
                "networking.k8s.io/v1 | IngressClass | 'spec':{'controller':'c','parameters':{'apiGroup':'g','kind':'K',"
                        + "'name':'n'}} | ['x','c','K.g/n','60s']",
                "networking.k8s.io/v1 | NetworkPolicy | 'spec':{'podSelector':{'matchLabels':{'a':'b'}}} | ['x','a=b','60s']",
                "networking.k8s.io/v1 | ServiceCIDR | 'spec':{'cidrs':['a','b']} | ['x','a,b','60s']",
                "networking.k8s.io/v1 | IPAddress | 'spec':{'parentRef':{'resource':'services','namespace':'n','name':'s'}} "
                        + "| ['x','services/n/s','60s']",
                "storage.k8s.io/v1 | StorageClass | 'provisioner':'p' | ['x','p','Delete','Immediate',false,'60s']",
                "storage.k8s.io/v1 | CSIDriver | 'spec':{'volumeLifecycleModes':['Persistent'],'tokenRequests':"
                        + "[{'audience':'a'},{'audience':'b'}]} | ['x',true,false,false,'a,b',false,'Persistent','60s']",
                "storage.k8s.io/v1 | CSINode | 'spec':{'drivers':[{}]} | ['x',1,'60s']",
                "storage.k8s.io/v1 | VolumeAttachment | 'spec':{'attacher':'a','nodeName':'n',"
                        + "'source':{'persistentVolumeName':'v'}},'status':{'attached':true} | ['x','a','v','n',true,'60s']",
                "resource.k8s.io/v1 | ResourceClaim | 'status':{'allocation':{},'reservedFor':[{}]} "
                        + "| ['x','allocated,reserved','60s']",
                "resource.k8s.io/v1 | ResourceSlice | 'spec':{'driver':'d','pool':{'name':'p'}} | ['x','','d','p','60s']",
                "rbac.authorization.k8s.io/v1 | RoleBinding | 'roleRef':{'kind':'Role','name':'r'},'subjects':["
                        + "{'kind':'User','name':'u'},{'kind':'User','name':'v'},{'kind':'Group','name':'g'},"
                        + "{'kind':'ServiceAccount','namespace':'n','name':'s'}] | ['x','Role/r','60s','u, v','g','n/s']",
                "certificates.k8s.io/v1 | CertificateSigningRequest | 'spec':{'signerName':'s','username':'u',"
                        + "'expirationSeconds':3600},'status':{'conditions':[{'type':'Approved'}],'certificate':'Yg=='} "
                        + "| ['x','60s','s','u','60m','Approved,Issued']",
                "admissionregistration.k8s.io/v1 | ValidatingAdmissionPolicy | 'spec':{'validations':[{}],"
                        + "'paramKind':{'apiVersion':'v1','kind':'ConfigMap'}} | ['x',1,'v1/ConfigMap','60s']",
                "admissionregistration.k8s.io/v1 | MutatingAdmissionPolicyBinding | 'spec':{'policyName':'p',"
                        + "'paramRef':{'name':'n'}} | ['x','p','*/n','60s']",
                "admissionregistration.k8s.io/v1 | ValidatingAdmissionPolicyBinding | 'spec':{'policyName':'p','paramRef':"
                        + "{'selector':{'matchLabels':{'a':'b'}}}} | ['x','p','&LabelSelector{MatchLabels:map[string]string"
                        + "{a: b,},MatchExpressions:[]LabelSelectorRequirement{},}','60s']",
                "admissionregistration.k8s.io/v1 | MutatingWebhookConfiguration | 'webhooks':[{},{}] | ['x',2,'60s']",
                "flowcontrol.apiserver.k8s.io/v1 | FlowSchema | 'spec':{'matchingPrecedence':7,"
                        + "'priorityLevelConfiguration':{'name':'p'}},'status':{'conditions':[{'type':'Dangling','status':'False'}]} "
                        + "| ['x','p',7,'<none>','60s','False']",
                "flowcontrol.apiserver.k8s.io/v1 | PriorityLevelConfiguration | 'spec':{'type':'Limited','limited':"
                        + "{'nominalConcurrencyShares':5,'limitResponse':{'type':'Queue','queuing':{'queues':64,'handSize':6,"
                        + "'queueLengthLimit':50}}}} | ['x','Limited',5,64,6,50,'60s']",
                "apiregistration.k8s.io/v1 | APIService | 'spec':{'service':{'namespace':'n','name':'s'}},'status':"
                        + "{'conditions':[{'type':'Available','status':'False','reason':'R'}]} | ['x','n/s','False (R)','60s']",
                "autoscaling/v2 | HorizontalPodAutoscaler | 'spec':{'maxReplicas':3,'scaleTargetRef':{'kind':'K','name':'n'},"
                        + "'metrics':[{'type':'Resource','resource':{'name':'cpu','target':{'averageUtilization':80}}},"
                        + "{'type':'Pods','pods':{'target':{'averageValue':'5'}}},{'type':'Odd'}]},"
                        + "'status':{'currentReplicas':2,'currentMetrics':[{'type':'Resource','resource':{'name':'cpu',"
                        + "'current':{'averageUtilization':12}}}]} "
                        + "| ['x','K/n','cpu: 12%/80%, <unknown>/5 + 1 more...','<unset>',3,2,'60s']",
            })
    void printsWhatKubernetesPrints(String apiVersion, String kind, String object, String cells) {
        String filled = object.replace("#T", TEMPLATE);

        assertThat(cells(apiVersion, kind, "{" + META + "," + filled + "}")).isEqualTo(json(cells));
    }

    @Test
    void printsNodes() {
        assertThat(
                        cells(
                                "v1",
                                "Node",
                                "{'metadata':{'name':'n','creationTimestamp':'2026-05-01T11:59:00Z',"
                                        + "'labels':{'node-role.kubernetes.io/worker':'','kubernetes.io/role':'agent',"
                                        + "'node-role.kubernetes.io/':''}},'spec':{'unschedulable':true},"
                                        + "'status':{'conditions':[{'type':'Ready','status':'Unknown'}],"
                                        + "'addresses':[{'type':'Hostname','address':'h'},{'type':'InternalIP','address':'10.0.0.1'}],"
                                        + "'nodeInfo':{'kubeletVersion':'v1','kernelVersion':'6','architecture':'arm64','osImage':''}}}"))
                .isEqualTo(json("['n','NotReady,SchedulingDisabled','agent,worker','60s','v1','10.0.0.1','<none>',"
                        + "'<unknown>','6 (arm64)','<unknown>']"));
        assertThat(cells("v1", "Node", "{" + META + "}").toString()).contains("\"Unknown\",\"<none>\"");
    }

    @Test
    void printsEventsOfBothGroupsAlike() {
        String classic = "{" + META + ",'firstTimestamp':'2026-05-01T11:00:00Z','lastTimestamp':'2026-05-01T11:59:50Z',"
                + "'count':3,'type':'Normal','reason':'Started','message':' m\\n','source':{'component':'me','host':'h'},"
                + "'involvedObject':{'kind':'Pod','name':'p','fieldPath':'spec'}}";
        String newer = "{" + META + ",'eventTime':'2026-05-01T11:30:00.000000Z','type':'Warning','reason':'R',"
                + "'reportingComponent':'c','reportingInstance':'i','involvedObject':{'kind':'Pod'},"
                + "'firstTimestamp':null,'lastTimestamp':null,'source':{},"
                + "'series':{'count':9,'lastObservedTime':'2026-05-01T11:58:00.000000Z'}}";

        assertThat(cells("v1", "Event", classic))
                .isEqualTo(json("['10s','Normal','Started','pod/p','spec','me, h','m','60m',3,'x']"));
        assertThat(cells("events.k8s.io/v1", "Event", newer))
                .isEqualTo(json("['2m','Warning','R','pod','','c, i','','30m',9,'x']"));
        assertThat(cells("v1", "Event", "{" + META + "}"))
                .isEqualTo(json("['<unknown>','','','','','','','<unknown>',1,'x']"));
    }

    @Test
    void namesTheControllerOfARevision() {
        assertThat(cells(
                        "apps/v1",
                        "ControllerRevision",
                        "{'metadata':{'name':'r','ownerReferences':[{'apiVersion':'v1',"
                                + "'kind':'Other','name':'o'},{'apiVersion':'apps/v1','kind':'DaemonSet','name':'d',"
                                + "'controller':true}]},'revision':1}"))
                .isEqualTo(json("['r','daemonset.apps/d',1,'<unknown>']"));
    }

    @Test
    void marksDefaults() {
        assertThat(cells(
                                "storage.k8s.io/v1",
                                "StorageClass",
                                "{'metadata':{'name':'s','annotations':"
                                        + "{'storageclass.kubernetes.io/is-default-class':'true'}}}")
                        .toString())
                .startsWith("[\"s (default)\"");
        assertThat(cells(
                                "networking.k8s.io/v1",
                                "IngressClass",
                                "{'metadata':{'name':'i','annotations':"
                                        + "{'ingressclass.kubernetes.io/is-default-class':'true'}}}")
                        .toString())
                .startsWith("[\"i (default)\"");
    }

    private static JsonArray cells(String apiVersion, String kind, String object) {
        ResourceType type = requireNonNull(ResourceTable.builtIn().find(GroupVersionKind.of(apiVersion, kind)), kind);
        JsonArray cells = new JsonArray();
        RowPrinters.of(type)
                .print(JsonReader.object(bytes(object)), NOW)
                .cells()
                .forEach(cells::add);
        return cells;
    }

    private static JsonValue json(String text) {
        return JsonReader.value(bytes(text));
    }

    private static byte[] bytes(String text) {
        return text.replace('\'', '"').getBytes(StandardCharsets.UTF_8);
    }
}
